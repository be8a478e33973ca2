"""Code blocks without the blank line that ends a doctest in Markdown."""

from docutils import nodes
from sphinx.transforms import SphinxTransform


class TrimmedCodeBlocks(SphinxTransform):
    """Remove blank lines at the end of each code block."""

    default_priority = 400

    def apply(self):
        """Sphinx highlights a block only if its source equals its text: both are replaced."""
        for block in self.document.findall(nodes.literal_block):
            if block.rawsource == block.astext():
                block.rawsource = block.astext().rstrip()
                block[:] = [nodes.Text(block.rawsource)]


def setup(app):
    """Register the transform."""
    app.add_transform(TrimmedCodeBlocks)
    return {"parallel_read_safe": True}
