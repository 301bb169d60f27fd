"""Tries each extra in an environment with nothing else: installed as the docs say, then used by its documented command.

    make extras                         each extra of setup.cfg
    make extras ARGS="spark viewer"     these
    make extras ARGS=--small            those that install in seconds

Builds a wheel first. Exits with 1 where an extra does not install or its command fails, and with 2 where it has none.
Spark needs Java 17 or newer; it is tried with the oldest pyspark that is allowed too, and its tests, which `make test`
skips, are run there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from configparser import ConfigParser
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

OTHERS = {"test", "docs"}
"""Extras that `make test` and `make docs` install and use."""

AT_ONCE = 2
"""Extras that are tried at one time."""

PIP = f'"{sys.executable}" -m pip --python {{bin}}/python install --quiet --disable-pip-version-check --no-compile'

CLEAN = "{bin}/scrapy-denoise corpus clean pages --out content --jobs 2"

TRAIN = "{bin}/scrapy-denoise corpus classify train content --labels labels.jsonl --model sections.skops"

SPIDER = "{bin}/scrapy runspider {root}/docs/examples/%s.py -a url=file://$PWD/pages/1.html -O items.jsonl"

SPARK = (
    CLEAN + " --engine spark",
    PIP + " pytest hypothesis",
    "{bin}/python -m pytest --quiet -x -p no:cacheprovider --rootdir={root} -c {root}/pyproject.toml "
    "-o pythonpath={root}/tests {root}/tests/corpus/test_spark_engine.py {root}/tests/corpus/test_spark_tables.py",
)

FOUND = "grep -q 'was seen in night' items.jsonl"


@dataclass(frozen=True)
class Use:
    """How an extra is used. commands: those of its page of the documentation; of training, which takes hours, that it
    is there. beside: what that page installs with it. small: whether it installs in seconds. programs: of which it
    needs one; where there is none it is left out, but in CI."""

    commands: tuple[str, ...]
    beside: tuple[str, ...] = ()
    small: bool = True
    programs: tuple[str, ...] = ()


USES = {
    "chinese": Use(("{bin}/scrapy-denoise clean pages/1.html --method partly_semantic",)),
    "classify": Use((CLEAN, TRAIN), beside=("corpus",), small=False),
    "corpus": Use((CLEAN, "{bin}/scrapy-denoise corpus duplicates content --out groups.parquet")),
    "duplicates": Use(("{bin}/python example_project/demo.py",)),
    "evaluation": Use(
        ("{bin}/scrapy-denoise eval gold --methods auto --peers --siblings 0 --out report",), small=False
    ),
    "items": Use((SPIDER % "standard_items", FOUND)),
    "peers": Use(
        ("{bin}/scrapy-denoise eval gold --methods --siblings 0 --jobs 1",), beside=("evaluation",), small=False
    ),
    "poet": Use((SPIDER % "page_objects", FOUND)),
    "redis": Use(
        (
            'redis-server --port 16379 --bind 127.0.0.1 --save "" > /dev/null & trap "kill $!" EXIT; sleep 2; '
            "{bin}/scrapy-denoise templates list --store redis://127.0.0.1:16379/0",
        ),
        programs=("redis-server",),
    ),
    "render": Use(
        ("{bin}/scrapy-denoise clean --render pages/1.html",),
        small=False,
        programs=("chromium", "chromium-browser", "google-chrome", "chrome"),
    ),
    "spark": Use(SPARK, beside=("corpus",), small=False, programs=("java",)),
    "spark-oldest": Use(SPARK, beside=("corpus",), small=False, programs=("java",)),
    "training": Use(('{bin}/python -c "import lightgbm"',), small=False),
    "viewer": Use(("{bin}/scrapy-denoise view pages/1.html -o view.html",)),
}


def requirements() -> dict[str, list[str]]:
    """Those of each extra of setup.cfg that a user installs."""
    config = ConfigParser()
    config.read(ROOT / "setup.cfg", encoding="utf-8")
    extras = dict(config["options.extras_require"])
    return {name: extras[name].split("\n")[1:] for name in extras if name not in OTHERS}


def write_pages(folder: Path) -> None:
    """Six pages of two sections, their gold text, and labels."""
    labels = []
    for number in range(1, 7):
        words = ("river", "bridge", "rain") if number % 2 else ("stage", "music", "choir")
        story = f"The {words[0]} was seen in night number {number}, and much was said of {words[1]} and {words[2]}."
        body = f"<ul><li><a href=/>Home</a></li></ul><h1>Story {number}</h1><p class=date>3 May 2024</p><p>{story}</p>"
        page = f"<html lang=en><meta charset=utf-8><body>{body}</body></html>"
        for place, text in (
            (folder / "pages" / f"{number}.html", page),
            (folder / "gold" / "html" / "a.example" / f"{number}.html", page),
            (folder / "gold" / "gold" / "a.example" / f"{number}.txt", f"Story {number}\n{story}"),
        ):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        labels.append(f'{{"url": "pages/{number}.html", "label": "{"weather" if number % 2 else "music"}"}}\n')
    (folder / "labels.jsonl").write_text("".join(labels), encoding="utf-8")


def tried(name: str, wheel: Path) -> bool:
    """Whether an extra can be installed and used."""
    use, extra = USES[name], name.removesuffix("-oldest")
    needs = requirements()[extra] if extra != name else []
    oldest = " ".join(f'"{line}"'.replace(">=", "==").replace(" ", "") for line in needs)
    # Neither this environment nor what else is installed here: as where the command is called by its path.
    clean = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYSPARK", "VIRTUAL_ENV"))
    }
    clean["PATH"] = os.pathsep.join(part for part in os.defpath.split(os.pathsep) if part)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_pages(folder)
        shutil.copytree(ROOT / "example_project", folder / "example_project", ignore=lambda *_: [".scrapy"])
        steps = [
            f'"{sys.executable}" -m venv --without-pip venv',
            f'{PIP} "{wheel}[{",".join((*use.beside, extra))}]" {oldest}',
            *use.commands,
        ]
        for step in steps:
            step = step.replace("{bin}", f"{folder}/venv/bin").replace("{root}", str(ROOT))
            done = subprocess.run(step, shell=True, cwd=folder, env=clean, check=False, capture_output=True, text=True)
            if done.returncode:
                told = f"{done.stdout[-1000:]}{done.stderr[-3000:]}"
                print(f"{name}: exit status {done.returncode}: {step}\n{told}", flush=True)
                return False
    print(f"{name}: installed and used", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help=", ".join(USES))
    parser.add_argument("--small", action="store_true", help="only those that install in seconds")
    options = parser.parse_args()
    if unknown := set(options.extras) - USES.keys():
        parser.error(f"not among the extras that are tried: {', '.join(sorted(unknown))}")
    if unused := requirements().keys() - USES.keys():
        parser.error(f"setup.cfg has extras that no command here uses: {', '.join(sorted(unused))}")
    whole, names = True, list[str]()
    for name in options.extras or USES:
        if USES[name].small or not options.small:
            programs = USES[name].programs
            if not programs or any(map(shutil.which, programs)):
                names.append(name)
            else:
                print(f"{name}: not tried, as there is none of {', '.join(programs)}", flush=True)
                whole &= "CI" not in os.environ
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(AT_ONCE) as pool:
        build = ["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", place]
        subprocess.run([sys.executable, *build, str(ROOT)], check=True)
        (wheel,) = Path(place).glob("*.whl")
        whole &= all(list(pool.map(partial(tried, wheel=wheel), names)))
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
