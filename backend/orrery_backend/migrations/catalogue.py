"""Every table of every feature, for migrations."""

from __future__ import annotations

from orrery_backend.features.access import tables as _access
from orrery_backend.features.consoles import tables as _consoles
from orrery_backend.features.fleet import tables as _fleet
from orrery_backend.features.groups import tables as _groups
from orrery_backend.features.runs.store import tables as _runs
from orrery_backend.features.views import tables as _views
from orrery_backend.features.webhooks import tables as _webhooks
from orrery_backend.kit.schema import metadata
from orrery_backend.results import tables as _results

__all__ = ["metadata"]

_ = (_access, _consoles, _fleet, _groups, _results, _runs, _views, _webhooks)
