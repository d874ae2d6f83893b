"""PostgreSQL: the tables, the unit of work over them, the job queue and an embedded server."""
