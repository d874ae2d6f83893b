"""The machine: states, the table, what its rows may ask and do."""
