"""Simulates a whole Orrery in one process.

Console and agents are the real code; time, network and disks are simulated; workers are scripted. A
seed determines a history. The checks examine it at its end.
"""
