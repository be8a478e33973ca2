"""Run the notebooks of the docs and store what their cells give; `--check` compares instead.

Cells run in order in one plain Python session, so that no kernel is needed: what a cell prints,
the value of its last line, and the figures that it left open are its outputs.
"""

import ast
import base64
import contextlib
import io
import json
import sys
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parent.parent / "docs" / "tutorials"


def main(arguments):
    """Write the outputs of all notebooks, or name those whose text has changed."""
    changed = []
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        before = [texts(cell) for cell in code_cells(notebook)]
        run(notebook)
        if "--check" not in arguments:
            path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
        elif before != [texts(cell) for cell in code_cells(notebook)]:
            changed.append(path.name)
    if changed:
        sys.exit(f"outputs differ: {', '.join(changed)}; run tools/notebooks.py and read the diff")


def code_cells(notebook):
    """Return the cells that run."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(notebook):
    """Run all cells from top to bottom, and put their outputs into them."""
    import matplotlib as mpl

    mpl.use("Agg")
    session = {"__name__": "__main__"}
    for number, cell in enumerate(code_cells(notebook), start=1):
        cell["execution_count"] = number
        cell["outputs"] = outputs(run_cell("".join(cell["source"]), session), number)


def run_cell(source, session):
    """Return what a cell printed, the value of its last line, and its figures."""
    statements = ast.parse(source).body
    last = statements.pop() if statements and isinstance(statements[-1], ast.Expr) else None
    value = None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), "<cell>", "exec"), session)
        if last is not None and not source.rstrip().endswith(";"):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), session)
        elif last is not None:
            exec(compile(ast.Module([last], []), "<cell>", "exec"), session)
    return printed.getvalue(), value, open_figures()


def open_figures():
    """Return the open figures as PNG, and close them."""
    from matplotlib import pyplot

    pictures = []
    for number in pyplot.get_fignums():
        picture = io.BytesIO()
        pyplot.figure(number).savefig(picture, format="png", dpi=90)
        pictures.append(picture.getvalue())
    pyplot.close("all")
    return pictures


def outputs(results, number):
    """Return the outputs of a cell in the format of notebooks."""
    printed, value, pictures = results
    found = []
    if printed:
        found.append({"name": "stdout", "output_type": "stream", "text": lines(printed)})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        found.append(
            {
                "data": data,
                "execution_count": number,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    for picture in pictures:
        data = {"image/png": base64.b64encode(picture).decode(), "text/plain": ["<Figure>"]}
        found.append({"data": data, "metadata": {}, "output_type": "display_data"})
    return found


def lines(text):
    """Return a text as the list of lines that notebooks store."""
    return text.splitlines(keepends=True)


def texts(cell):
    """Return the text outputs of a cell; pictures depend on the version of Matplotlib."""
    return ["".join(each.get("text") or each["data"]["text/plain"]) for each in cell["outputs"]]


if __name__ == "__main__":
    main(sys.argv[1:])
