"""Tables of figures, on the terminal and for the documentation."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table as TerminalTable

from training.measuring import Table


def show(tables: list[Table], out: Console, figures: Path | None) -> None:
    """Print the tables, and write them to a file as reStructuredText."""
    for title, (head, *rows) in tables:
        table = TerminalTable(title=title)
        for number, name in enumerate(head):
            table.add_column(name, justify="right" if number else "left")
        for row in rows:
            table.add_row(*row)
        out.print(table)
    if figures is not None:
        with figures.open("w") as file:
            for title, (head, *rows) in tables:
                file.write(f".. csv-table:: {title}\n    :header: {', '.join(head)}\n\n")
                file.writelines(f"    {', '.join(row)}\n" for row in rows)
                file.write("\n")
