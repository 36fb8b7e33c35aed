"""PHOLD in SimPy, written as SimPy's users write: a process for each event of the population.

Run by orrery-bench: simpy_phold.py POPULATION EVENTS. Writes the version and the events per second
of CPU time that were handled; exit status 3 if SimPy is not installed. The model is that of
sim-core/pdes: 1024 logical processes, lookahead 0.1, exponential delays of mean 1, 10 % to another
logical process, a payload of four words, a tally at each logical process.
"""

import random
import sys
import time
from collections.abc import Generator
from typing import Any

try:
    import simpy
except ImportError:
    sys.exit(3)

LPS = 1024
LOOKAHEAD = 0.1
REMOTE_SHARE = 0.1


class LogicalProcess:
    """What an LP keeps: how many events came from others, and the delays that it saw."""

    __slots__ = ("count", "mean", "remote", "squares")

    def __init__(self) -> None:
        self.count = 0
        self.remote = 0
        self.mean = 0.0
        self.squares = 0.0

    def tally(self, value: float) -> None:
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)


def token(
    env: Any, at: int, lps: list[LogicalProcess], rng: random.Random
) -> Generator[Any, None, None]:
    payload = (0.0, 0, 0, 0)
    delay = rng.expovariate(1.0)
    while True:
        yield env.timeout(delay)
        here = lps[at]
        here.tally(env.now - payload[0])
        payload = (env.now, payload[1] + 1, 0, 0)
        if rng.random() < REMOTE_SHARE:
            other = rng.randrange(LPS - 1)
            at = other if other < at else other + 1
            lps[at].remote += 1
        delay = LOOKAHEAD + rng.expovariate(1.0)


def main() -> None:
    population, events = int(sys.argv[1]), int(sys.argv[2])
    env = simpy.Environment()
    rng = random.Random(1)
    lps = [LogicalProcess() for _ in range(LPS)]
    for i in range(population):
        env.process(token(env, i % LPS, lps, rng))
    began = time.process_time()
    env.run(until=events * (1.0 + LOOKAHEAD) / population)
    took = time.process_time() - began
    handled = sum(lp.count for lp in lps)
    sys.stdout.write(f"{simpy.__version__} {handled / took}\n")


if __name__ == "__main__":
    main()
