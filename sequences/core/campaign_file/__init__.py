"""A campaign written as a file: YAML or TOML to nodes with their places, nodes to a plan, faults by line and column."""
