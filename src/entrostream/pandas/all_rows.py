"""Measures of all rows: one value per column, or per group."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import entrostream as es
from entrostream.columns.options import Method, Missing, Weighting
from entrostream.docstrings import complete_methods
from entrostream.pandas.auxiliary import pair_of, split_auxiliary
from entrostream.pandas.parameters import OF_ALL_ROWS

__all__ = ["AllRows"]


@complete_methods(OF_ALL_ROWS, of="Entro")
class AllRows:
    """The methods of the accessor that give one value."""

    def __init__(self, data: Any) -> None:
        self._data = data

    def entropy(
        self,
        *,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the Shannon entropy of all rows, in bits.

        Returns
        -------
        float, Series or DataFrame
            One value; of a frame one for each column; with `group_by` one for each group, with
            the keys as the index. NaN where no label is left.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "a", "b", "b"]).entro.entropy()
        1.0
        >>> frame = pd.DataFrame({"k": [1, 1, 2], "x": ["a", "b", "b"]})
        >>> frame.entro.entropy(group_by="k")["x"].tolist()
        [1.0, 0.0]
        """
        data, auxiliary = split_auxiliary(self._data, group_by=group_by, weights=weights)
        return es.entropy(data, bins=bins, missing=missing, base=base, **auxiliary)

    def gini(
        self,
        *,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
    ) -> Any:
        """Give the Gini index 1 - sum p^2 of all rows.

        Returns
        -------
        float, Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.DataFrame({"x": ["a", "b"], "y": ["u", "u"]}).entro.gini()
        x    0.5
        y    0.0
        dtype: float64
        """
        data, auxiliary = split_auxiliary(self._data, group_by=group_by, weights=weights)
        return es.gini(data, bins=bins, missing=missing, **auxiliary)

    def divergence(
        self,
        reference: Any,
        *,
        group_by: Any = None,
        reference_group_by: Any = None,
        method: Method = "jensen-shannon",
        weighting: Weighting = "equal",
        unseen: Any = "inf",
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give how far the labels are from those of a reference, in bits; see `es.divergence`.

        Returns
        -------
        float, Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b", "c"]).entro.divergence(["a", "b"])
        0.15563906222956644
        """
        data, auxiliary = split_auxiliary(self._data, group_by=group_by)
        return es.divergence(
            data,
            reference,
            reference_group_by=reference_group_by,
            method=method,
            weighting=weighting,
            unseen=unseen,
            bins=bins,
            missing=missing,
            base=base,
            **auxiliary,
        )

    def information_gain(
        self,
        x: Hashable,
        y: Hashable,
        *,
        group_by: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the information gain of one column of a frame about another, in bits.

        Returns
        -------
        float or Series
            One value; with `group_by` one for each group. NaN where no row has both labels.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.DataFrame({"x": ["a", "b"], "y": ["u", "v"]}).entro.information_gain("x", "y")
        1.0
        """
        first, second = pair_of(self._data, x, y)
        _, auxiliary = split_auxiliary(self._data, group_by=group_by)
        return es.information_gain(first, second, missing=missing, base=base, **auxiliary)

    def mutual_information(
        self,
        x: Hashable,
        y: Hashable,
        *,
        group_by: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the mutual information of two columns of a frame, in bits.

        Returns
        -------
        float or Series
            As in `information_gain`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.DataFrame({"x": ["a", "b"], "y": ["u", "v"]}).entro.mutual_information("x", "y")
        1.0
        """
        first, second = pair_of(self._data, x, y)
        _, auxiliary = split_auxiliary(self._data, group_by=group_by)
        return es.mutual_information(first, second, missing=missing, base=base, **auxiliary)
