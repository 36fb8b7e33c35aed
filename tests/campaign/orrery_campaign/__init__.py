"""Simulation of a whole Orrery in one process: real console and agents, simulated time, network and
disks, scripted workers. A seed determines a history; the checks read it afterwards.
"""
