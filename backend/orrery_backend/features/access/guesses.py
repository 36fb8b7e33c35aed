"""Bounds guesses of a user's password without locking the user out.

Wrong passwords count for the pair of user and address. From addresses where the user has not
signed in before, they also count for the user, so that many addresses together do not guess faster.
A guesser elsewhere therefore never locks out a user at an address that the user has signed in from.
At most 50 guesses an hour come from all unknown addresses, and 35 from each known address.
"""

from __future__ import annotations

from collections import OrderedDict

from orrery_backend.kit.rates import RateLimit

_MOST_ADDRESSES = 16


class Guesses:
    """Not thread-safe; lives in the event loop. `now` is monotonic seconds."""

    def __init__(self) -> None:
        self._by_pair = RateLimit(per_second=1 / 120, burst=5)
        self._by_user = RateLimit(per_second=1 / 90, burst=10)
        #: Names without a user get the same answers, but push no user's count out of memory.
        self._by_unknown_name = RateLimit(per_second=1 / 90, burst=10)
        self._addresses: dict[str, OrderedDict[str, None]] = {}
        """Addresses of each user's sign-ins, the latest last."""

    def wait_s(self, name: str, address: str, is_user: bool, now: float) -> float:
        """Seconds until this address may try a password for this name; 0: now."""
        wait_s = self._by_pair.wait_s(_pair(name, address), now)
        if not self._is_known(name, address):
            wait_s = max(wait_s, self._of_name(is_user).wait_s(name, now))
        return wait_s

    def wrong(self, name: str, address: str, is_user: bool, now: float) -> None:
        self._by_pair.take(_pair(name, address), now)
        if not self._is_known(name, address):
            self._of_name(is_user).take(name, now)

    def right(self, name: str, address: str) -> None:
        """The user has signed in from this address."""
        known = self._addresses.setdefault(name, OrderedDict())
        known[address] = None
        known.move_to_end(address)
        while len(known) > _MOST_ADDRESSES:
            known.popitem(last=False)

    def forget(self, name: str) -> None:
        """The user was removed; another user may get the name."""
        self._addresses.pop(name, None)

    def _is_known(self, name: str, address: str) -> bool:
        return address in self._addresses.get(name, ())

    def _of_name(self, is_user: bool) -> RateLimit:
        return self._by_user if is_user else self._by_unknown_name


def _pair(name: str, address: str) -> str:
    return f"{name} {address}"
