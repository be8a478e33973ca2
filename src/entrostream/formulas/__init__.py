"""The paper in plain Python: every definition, lemma, claim, theorem and algorithm as a function.

Sovdat (2014), "Updating Formulas and Algorithms for Computing Entropy and Gini Index from
Time-Changing Data Streams". To read, to check against and to teach with; the fast and exact way
to follow a stream is the compiled part of the library, which does not use these functions.
`docs/paper.md` lists them by their number in the paper, with the errata (E1 to E20).
"""

from entrostream.formulas import as_printed
from entrostream.formulas.entropy_steps import entropy_add, entropy_dec, entropy_del, entropy_inc
from entrostream.formulas.fading import fade_entropy, fade_gini
from entrostream.formulas.gain import gini_gain, information_gain
from entrostream.formulas.gini_index import (
    gini,
    gini_after_changes,
    gini_after_increment,
    gini_after_new_element,
    gini_of_concatenation,
    gini_of_union,
    gini_sum_of_squares,
)
from entrostream.formulas.gini_steps import gini_add, gini_dec, gini_del, gini_inc
from entrostream.formulas.shannon_entropy import (
    entropy,
    entropy_after_changes,
    entropy_after_new_element,
    entropy_of_concatenation,
    entropy_of_union,
    scaled_entropy,
)

__all__ = [
    "as_printed",
    "entropy",
    "entropy_add",
    "entropy_after_changes",
    "entropy_after_new_element",
    "entropy_dec",
    "entropy_del",
    "entropy_inc",
    "entropy_of_concatenation",
    "entropy_of_union",
    "fade_entropy",
    "fade_gini",
    "gini",
    "gini_add",
    "gini_after_changes",
    "gini_after_increment",
    "gini_after_new_element",
    "gini_dec",
    "gini_del",
    "gini_gain",
    "gini_inc",
    "gini_of_concatenation",
    "gini_of_union",
    "gini_sum_of_squares",
    "information_gain",
    "scaled_entropy",
]


def __dir__() -> list[str]:
    return __all__
