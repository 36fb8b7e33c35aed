"""The workloads: for each its parameters, its plan, and the record that describes it."""
