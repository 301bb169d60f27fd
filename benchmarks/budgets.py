"""Budgets: what a page costs in calls, arrays and instructions, which no busy machine disturbs.

Counts text, metadata and all outputs on the example sites and on fixed samples of corpora, and compares the numbers
with `budgets.json`. A number that rises by more than 3 % ends the comparison with an error, and so does one that falls
by more than 10 %: the budget is to be lowered then.

python benchmarks/budgets.py                   # counts, prints a table, compares with budgets.json
python benchmarks/budgets.py --write           # counts instructions too, and writes all numbers: minutes
python benchmarks/budgets.py --instructions    # instructions too, with valgrind: minutes
python benchmarks/budgets.py --sets aeb --outputs text --functions 20    # the functions that are called most
python benchmarks/budgets.py --sets ~/corpora/dragnet                    # another corpus, of which there is no budget
python benchmarks/budgets.py --against before.json    # a file written before: --write --against before.json
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import instructions
import page_sample
from rich.table import Table
from timing import console

FILE = Path(__file__).with_name("budgets.json")
FORMAT = 1

OUTPUTS = ("text", "metadata", "all")
"""What is counted, each from the bytes of a page; `page_costs.py` says what `all` are."""

RISE, FALL = 0.03, 0.10
"""The shares of a number by which it may rise and fall before the budget is to be written anew."""

UNITS = {
    "python_calls": "Python calls",
    "c_calls": "C calls",
    "regex_calls": "regex calls",
    "arrays": "arrays",
    "thousand_instructions": "thousand instructions",
}
"""The names of the counts in the file, and in the table."""

INSTRUCTIONS = "thousand_instructions"

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"

Counts = dict[str, Any]
"""Of one set of pages: ``pages``, ``sha256`` of them, and of each output its counts on one page."""


def count_set(
    name: str, outputs: Sequence[str] = OUTPUTS, functions: int = 0, with_instructions: bool = False
) -> tuple[Counts, dict[str, list[tuple[str, float]]]]:
    """The counts of a set of pages, and the functions called most for each output, with their calls a page.

    Counted in a process of its own: another process has other caches, and sets in another order.
    """
    script = str(Path(__file__).with_name("page_costs.py"))
    command = [sys.executable, script, name, ",".join(outputs), str(functions), str(with_instructions)]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=False, env=os.environ | {"PYTHONHASHSEED": "0"}
    )
    if done.returncode:
        sys.exit(f"{name} was not counted")
    found = json.loads(done.stdout)
    return found["counts"], found["functions"]


def versions() -> dict[str, str]:
    """What calls depend on beside the code."""
    return {"python": PYTHON} | {name: version(name) for name in ("lxml", "numpy", "parsel", "w3lib")}


def read_budgets(file: Path = FILE) -> dict[str, Any]:
    """The numbers of a file, with what they were counted with. Ends the program for another format."""
    budgets: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if budgets.get("format") != FORMAT:
        sys.exit(f"{file}: format {budgets.get('format')}, not {FORMAT}; write it anew")
    return budgets


def write_budgets(file: Path, sets: dict[str, Counts]) -> None:
    """Write the numbers in an order in which a change of the file shows what has changed."""
    budgets: dict[str, Any] = {"format": FORMAT, "counted_with": versions(), "sets": sets}
    if any(INSTRUCTIONS in counts for known in sets.values() for counts in known.values() if isinstance(counts, dict)):
        budgets["instructions_counted_with"] = instructions.environment()
    file.write_text(json.dumps(budgets, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def why_not_comparable(budgets: dict[str, Any]) -> str:
    """Why the calls of this Python are not those of the file; empty if they are."""
    other = budgets["counted_with"]["python"]
    return f"the budgets are of Python {other}, this is {PYTHON}, which calls others" if other != PYTHON else ""


def compared(name: str, counts: Counts, budgets: dict[str, Any], with_instructions: bool = True) -> Iterator[str]:
    """What is wrong with the counts of a set: a sentence for each number that rose or fell by too much."""
    known = budgets["sets"].get(name)
    if known is None:
        yield f"{name} has no budget"
        return
    if known["sha256"] != counts["sha256"]:
        yield f"{name} has other pages than the budgets: the example sites or the corpus have changed"
        return
    for output, units in counts.items():
        for unit, number in units.items() if isinstance(units, dict) else ():
            budget = known.get(output, {}).get(unit)
            if unit == INSTRUCTIONS and not with_instructions:
                continue
            if budget is None:
                yield f"{name}, {output}: {UNITS[unit]} have no budget"
            elif not budget * (1 - FALL) <= number <= budget * (1 + RISE):
                verb = "rose" if number > budget else "fell"
                change = f"{verb} from {budget:,} to {number:,} a page{_change(number, budget)}"
                yield f"{name}, {output}: {UNITS[unit]} {change}"


def _change(number: float, budget: float) -> str:
    return f" ({number / budget - 1:+.1%})" if budget else ""


def advice(budgets: dict[str, Any]) -> str:
    """What to do about numbers that rose or fell."""
    now, then = versions(), budgets["counted_with"]
    others = [f"{name} {then.get(name)} then, {now[name]} now" for name in now if now[name] != then.get(name)]
    return "\n".join(
        (
            "A number may rise by 3 % and fall by 10 %. If the change is meant, write the new numbers, and say in the",
            "commit why they changed:",
            "    python benchmarks/budgets.py --write",
            "Which functions are called most:",
            "    python benchmarks/budgets.py --sets SET --outputs OUTPUT --functions 20",
            *(["Other versions may be the cause: " + "; ".join(others)] if others else []),
        )
    )


def print_counts(name: str, counts: Counts, budgets: dict[str, Any] | None) -> None:
    """A row for each count of a set, beside its budget."""
    known = (budgets or {"sets": {}})["sets"].get(name, {})
    table = Table(title=f"{name}: {counts['pages']} pages", title_justify="left")
    for heading in ("output", "a page", "count", "budget", ""):
        table.add_column(heading, justify="left" if heading in ("output", "a page") else "right")
    for output, units in counts.items():
        for unit, number in units.items() if isinstance(units, dict) else ():
            budget = known.get(output, {}).get(unit)
            beside = ("", "") if budget is None else (f"{budget:,}", _change(number, budget).strip(" ()"))
            table.add_row(output, UNITS[unit], f"{number:,}", *beside)
    console.print(table)


def print_functions(name: str, functions: dict[str, list[tuple[str, float]]]) -> None:
    for output, called in functions.items():
        table = Table(title=f"{name}, {output}: called most", title_justify="left")
        table.add_column("calls a page", justify="right")
        table.add_column("function")
        for function, number in called:
            table.add_row(f"{number:,.2f}", function)
        console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sets", nargs="+", metavar="SET", help=f"of {', '.join(page_sample.SAMPLES)}, or a corpus; default: all four"
    )
    parser.add_argument("--outputs", nargs="+", choices=OUTPUTS, default=list(OUTPUTS), help="default: all three")
    parser.add_argument("--functions", type=int, default=0, metavar="N", help="show the N functions called most")
    parser.add_argument("--instructions", action="store_true", help="count instructions too, with valgrind")
    parser.add_argument("--against", type=Path, default=FILE, metavar="FILE", help=f"default: {FILE.name} beside this")
    parser.add_argument("--write", action="store_true", help="write the numbers instead of comparing them")
    options = parser.parse_args()
    if options.write and (options.sets or options.outputs != list(OUTPUTS)):
        parser.error("--write counts all sets and outputs")
    if options.instructions and not instructions.is_available():
        parser.error("--instructions needs Linux and valgrind")
    missing = [
        name
        for name in options.sets or page_sample.SAMPLES
        if name != page_sample.EXAMPLE and page_sample.corpus_path(name) is None
    ]
    if missing and (options.write or options.sets):
        parser.error(f"no corpus {', '.join(missing)} (DENOISE_CORPORA names the folder of the corpora)")
    with_instructions = options.instructions or (options.write and instructions.is_available())
    build = instructions.environment() if with_instructions else None
    if options.write and not with_instructions:
        console.print("Without valgrind: the file will have no instructions.")
    budgets = read_budgets(options.against) if options.against.exists() else None
    sets, wrong = {}, []
    for name in options.sets or [name for name in page_sample.SAMPLES if name not in missing]:
        counts, functions = count_set(name, options.outputs, options.functions, with_instructions)
        sets[name] = counts
        print_counts(name, counts, budgets)
        if options.functions:
            print_functions(name, functions)
        if budgets is not None and name in budgets["sets"]:
            wrong += compared(name, counts, budgets, build == budgets.get("instructions_counted_with"))
    if missing:
        console.print(f"Not counted, since there is no such corpus: {', '.join(missing)}.")
    if options.write:
        write_budgets(options.against, sets)
        console.print(f"Written to {options.against}. The commit says why the numbers changed.")
        return
    if budgets is None:
        sys.exit(f"{options.against} does not exist: --write makes it")
    if build and build != budgets.get("instructions_counted_with"):
        console.print("Instructions are not compared: those of the file are of other builds.")
    if why := why_not_comparable(budgets):
        console.print(f"Not compared: {why}.")
    elif wrong:
        sys.exit("\n".join((*wrong, "", advice(budgets))))


if __name__ == "__main__":
    main()
