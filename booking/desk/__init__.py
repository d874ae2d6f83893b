"""What the clinic's staff can have done, whatever they ask it from: the use cases behind `turnero`, without a terminal.

Each takes a unit of work, commits nothing, and gives values to show. What cannot be done raises one of `desk_errors`.
"""
