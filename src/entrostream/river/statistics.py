"""Statistics of labels in river's words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable
from typing import Any

from river import stats

import entrostream as es

__all__ = ["Entropy", "Gini", "MutualInformation"]


class _OfLabels(stats.base.Univariate):
    """What Entropy and Gini share: labels, all alike or faded."""

    def __init__(self, fading_factor: float = 1) -> None:
        self.fading_factor = fading_factor
        self._summary = self._empty()

    def _empty(self) -> es.Tally | es.FadingTally:
        # river takes None and NaN for labels; so does this.
        if self.fading_factor == 1:
            return es.Tally(missing="label")
        return es.FadingTally(fading_factor=self.fading_factor, missing="label")

    def update(self, x: Hashable) -> None:
        """Take in one label.

        Parameters
        ----------
        x : hashable
            The label; None and NaN are labels like others.

        Raises
        ------
        TypeError
            If the label has no hash.

        Examples
        --------
        >>> from entrostream.river import Gini
        >>> gini = Gini()
        >>> gini.update("cat")
        >>> gini.n
        1
        """
        self._summary.update(x)

    def revert(self, x: Hashable) -> None:
        """Take one label back, to the last bit as if it had never come.

        Parameters
        ----------
        x : hashable
            A label that is held.

        Raises
        ------
        ValueError
            If the label is not held.
        NotImplementedError
            If labels fade: the age of the label is not known.

        Examples
        --------
        >>> from entrostream.river import Gini
        >>> gini = Gini()
        >>> gini.update("cat")
        >>> gini.revert("cat")
        >>> gini.n
        0
        """
        if isinstance(self._summary, es.FadingTally):
            raise NotImplementedError(
                "a faded label cannot be taken back, since its age is not known; "
                "entrostream.FadingWindow fades within a window"
            )
        self._summary.remove(x)

    @property
    def n(self) -> float:
        """How many labels are held, or their weight if they fade."""
        return self._summary.n

    @property
    def counter(self) -> Counter[Any]:
        """The labels held with their counts, or their weights if they fade."""
        return Counter(self._summary.counts())


class Entropy(_OfLabels):
    """Shannon entropy of labels, exact at every event (within 1e-12 bits if they fade).

    In place of river's `stats.Entropy`; can be rolled, and fades as the paper meant it:
    every label weighs fading_factor ** age (Algorithm 4 with erratum E2 repaired).

    Parameters
    ----------
    fading_factor : float, default 1
        From 0 (excluded) to 1; 1 does not fade.
    eps : float
        Not used: nothing is divided by zero here. river's parameter, so that its
        callers need not change.
    base : float, optional
        Of the logarithm; nats by default, as river has it.

    Raises
    ------
    TypeError, ValueError
        If a parameter is not as described; the message has the value and the limit.

    Examples
    --------
    >>> from entrostream.river import Entropy
    >>> entropy = Entropy()
    >>> for label in ["cat", "dog", "dog", "bird"]:
    ...     entropy.update(label)
    >>> entropy.get()
    1.0397207708399179
    >>> entropy.revert("bird")
    >>> entropy
    Entropy: 0.636514
    """

    def __init__(
        self, fading_factor: float = 1, eps: float = 1e-8, base: float | None = None
    ) -> None:
        super().__init__(fading_factor)
        self.eps = eps
        self.base = base
        if base is not None:
            self._summary.entropy_in(base)  # complains of a base that is none

    @property
    def entropy(self) -> float:
        """The entropy now."""
        return self._summary.nats if self.base is None else self._summary.entropy_in(self.base)

    def get(self) -> float:
        """Return the entropy now; 0.0 before the first label.

        Returns
        -------
        float
            In nats, or in the unit of `base`.

        Raises
        ------
        RuntimeError
            If the statistic is being updated in another thread.

        Examples
        --------
        >>> from entrostream.river import Entropy
        >>> entropy = Entropy(base=2)
        >>> for label in "ab":
        ...     entropy.update(label)
        >>> entropy.get()
        1.0
        """
        return self.entropy


class Gini(_OfLabels):
    """Gini index 1 - sum p^2 of labels (the impurity, not the inequality), correctly rounded.

    Within 1e-12 if the labels fade.

    Parameters
    ----------
    fading_factor : float, default 1
        From 0 (excluded) to 1; 1 does not fade.

    Raises
    ------
    TypeError, ValueError
        If a parameter is not as described; the message has the value and the limit.

    Examples
    --------
    >>> from entrostream.river import Gini
    >>> gini = Gini()
    >>> for label in ["cat", "dog", "dog", "bird"]:
    ...     gini.update(label)
    >>> gini.get()
    0.625
    """

    def get(self) -> float:
        """Return the Gini index now; 0.0 before the first label.

        Returns
        -------
        float
            1 - sum p^2.

        Raises
        ------
        RuntimeError
            If the statistic is being updated in another thread.

        Examples
        --------
        >>> from entrostream.river import Gini
        >>> gini = Gini()
        >>> for label in "ab":
        ...     gini.update(label)
        >>> gini.get()
        0.5
        """
        return self._summary.gini


class MutualInformation(stats.base.Bivariate):
    """Mutual information of two labels: how much one says of the other.

    Parameters
    ----------
    base : float, optional
        Of the logarithm; nats by default, as river's metrics have it.

    Raises
    ------
    TypeError, ValueError
        If a parameter is not as described; the message has the value and the limit.

    Examples
    --------
    >>> from entrostream.river import MutualInformation
    >>> information = MutualInformation(base=2)
    >>> for x, y in [("sunny", "out"), ("rain", "in"), ("sunny", "out"), ("rain", "in")]:
    ...     information.update(x, y)
    >>> information.get()
    1.0
    """

    def __init__(self, base: float | None = None) -> None:
        self.base = base
        self._table = es.ContingencyTable(missing="label")
        self._bits = math.log2(math.e if base is None else _checked_base(base))

    def update(self, x: Hashable, y: Hashable) -> None:
        """Take in one pair of labels.

        Parameters
        ----------
        x : hashable
            The one label; None and NaN are labels like others.
        y : hashable
            The other label.

        Raises
        ------
        TypeError
            If a label has no hash.

        Examples
        --------
        >>> from entrostream.river import MutualInformation
        >>> information = MutualInformation()
        >>> information.update("rain", "in")
        >>> information.get()
        0.0
        """
        self._table.update(x, y)

    def revert(self, x: Hashable, y: Hashable) -> None:
        """Take one pair back, to the last bit as if it had never come.

        Parameters
        ----------
        x : hashable
            The one label; None and NaN are labels like others.
        y : hashable
            The other label.

        Raises
        ------
        ValueError
            If the pair is not held.

        Examples
        --------
        >>> from entrostream.river import MutualInformation
        >>> information = MutualInformation()
        >>> information.update("rain", "in")
        >>> information.revert("rain", "in")
        >>> information.get()
        0.0
        """
        self._table.remove(x, y)

    def get(self) -> float:
        """Return the mutual information now; 0.0 before the first pair.

        Returns
        -------
        float
            In nats, or in the unit of `base`.

        Raises
        ------
        RuntimeError
            If the statistic is being updated in another thread.

        Examples
        --------
        >>> from entrostream.river import MutualInformation
        >>> information = MutualInformation(base=2)
        >>> for x, y in ["ab", "cd"]:
        ...     information.update(x, y)
        >>> information.get()
        1.0
        """
        return self._table.mutual_information / self._bits


def _checked_base(base: float) -> float:
    es.Tally().entropy_in(base)  # complains of a base that is none
    return base
