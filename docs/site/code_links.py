"""Names in code on the pages, such as `es.Tally()`, become links to the API reference.

The Markdown stays plain: on a forge the same words are code.
"""

import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

NAME = re.compile(r"(?:es|entrostream)((?:\.[A-Za-z]\w*)+)(?:\(.*\))?", re.DOTALL)


class CodeLinks(SphinxTransform):
    """Wrap each public name in code in a reference that may stay without a target."""

    default_priority = 400

    def apply(self):
        """Look at all code within sentences, except where there is a link already."""
        for literal in list(self.document.findall(nodes.literal)):
            name = NAME.fullmatch(literal.astext())
            if name and not within(literal, (nodes.reference, nodes.title, addnodes.pending_xref)):
                reference = addnodes.pending_xref(
                    "",
                    refdomain="py",
                    reftype="obj",
                    reftarget=f"entrostream{name[1]}",
                    refdoc=self.env.docname,
                    refexplicit=True,
                    refwarn=False,
                )
                literal.replace_self(reference)
                reference += literal


def within(node, kinds):
    """Say whether a node is a part of one of some kind."""
    while node is not None:
        if isinstance(node, kinds):
            return True
        node = node.parent
    return False


def setup(app):
    """Register the transform."""
    app.add_transform(CodeLinks)
    return {"parallel_read_safe": True}
