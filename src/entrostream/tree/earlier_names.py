"""The names that parameters had in pickles of earlier versions."""

from __future__ import annotations

from typing import Any

__all__ = ["with_current_names"]

# Parameters that were renamed, with their values that were renamed. Signatures do not know them.
PARAMETERS: dict[str, tuple[str, dict[str, str]]] = {
    "tie": ("tau", {}),
    "looks": ("split_schedule", {"certified": "lazy", "every_example": "every_row"}),
    "observer": ("splitter", {"bins": "histogram"}),
    "bins": ("n_bins", {}),
    "leaf": ("leaf_prediction", {"rivals": "nba_path", "majority": "mc"}),
    "criterion": ("split_criterion", {"information_gain": "info_gain"}),
    "weights": ("weight_type", {}),
}


def with_current_names(state: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes of a pickled classifier, parameters under their current names."""
    current: dict[str, Any] = {"max_depth": None} if "max_depth" not in state else {}
    for name, value in state.items():
        renamed, values = PARAMETERS.get(name, (name, {}))
        current[renamed] = values.get(value, value) if isinstance(value, str) else value
    return current
