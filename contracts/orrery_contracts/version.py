"""The version of Orrery. All parts have the same one."""

VERSION = "0.2.0"
