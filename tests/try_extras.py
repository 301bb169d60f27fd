"""Tries each extra in an environment with nothing else: installed as the docs say, then used by its documented command.

    python tests/try_extras.py                 all of them
    python tests/try_extras.py spark viewer    these

Builds a wheel first. Exits with 1 where an extra does not install or its command fails. Spark needs Java 17 or newer;
it is tried with the oldest pyspark that is allowed too, and its tests, which `make test` skips, are run there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

CLEAN = "{bin}/scrapy-denoise corpus clean pages --out content --jobs 2"

PYTHON = "{bin}/python -c"

TRAIN = "{bin}/scrapy-denoise corpus classify train content --labels labels.jsonl --model sections.skops"

SPARK_TESTS = (
    "{bin}/python -m pip install --quiet --disable-pip-version-check pytest hypothesis",
    "{bin}/python -m pytest --quiet -x -p no:cacheprovider --rootdir={root} -c {root}/pyproject.toml "
    "-o pythonpath={root}/tests {root}/tests/corpus/test_spark_engine.py {root}/tests/corpus/test_spark_tables.py",
)

SPARK = (CLEAN + " --engine spark", *SPARK_TESTS)

EXTRAS: dict[str, tuple[str, tuple[str, ...]]] = {
    "chinese": ("chinese", ("{bin}/scrapy-denoise clean pages/1.html --method partly_semantic",)),
    "classify": ("corpus,classify", (CLEAN, TRAIN)),
    "corpus": ("corpus", (CLEAN, "{bin}/scrapy-denoise corpus duplicates content --out groups.parquet")),
    "duplicates": ("duplicates", (f'{PYTHON} "import scrapy_denoise.document.optional_minhash"',)),
    "evaluation": ("evaluation", ("{bin}/scrapy-denoise eval gold --methods auto --peers --siblings 0 --out report",)),
    "items": ("items", (f'{PYTHON} "import scrapy_denoise.items, zyte_common_items"',)),
    "metadata": ("metadata", ("{bin}/scrapy-denoise clean pages/1.html --format json",)),
    "peers": ("evaluation,peers", ("{bin}/scrapy-denoise eval gold --methods --siblings 0 --jobs 1",)),
    "poet": ("poet", (f'{PYTHON} "import scrapy_denoise.crawl.poet.page_objects"',)),
    "redis": (
        "redis",
        (
            'redis-server --port 16379 --bind 127.0.0.1 --save "" > /dev/null & trap "kill $!" EXIT; sleep 2; '
            "{bin}/scrapy-denoise templates list --store redis://127.0.0.1:16379/0",
        ),
    ),
    "render": ("render", ("{bin}/scrapy-denoise clean --render pages/1.html",)),
    "spark": ("corpus,spark", SPARK),
    "spark-oldest": ("corpus,spark", SPARK),
    "training": ("training", (f'{PYTHON} "import lightgbm"',)),
    "viewer": ("viewer", ("{bin}/scrapy-denoise view pages/1.html -o view.html",)),
}
"""For each extra what is installed, and the commands of its page of the documentation; of training, which takes hours,
that it is there."""

PROGRAMS = {"redis": ("redis-server",), "render": ("chromium", "chromium-browser", "google-chrome", "chrome")}
"""Of which an extra needs one; where there is none it is left out, but in CI."""


def oldest(extra: str) -> list[str]:
    """The requirements of an extra, each in the oldest version that is allowed."""
    config = ConfigParser()
    config.read(ROOT / "setup.cfg", encoding="utf-8")
    lines = config["options.extras_require"][extra].splitlines()
    return [line.replace(">=", "==").replace(" ", "") for line in lines if line.strip()]


def write_pages(folder: Path) -> None:
    """Six pages of two sections, their gold text, and the labels of four of them."""
    labels = []
    for number in range(1, 7):
        words = ("river", "bridge", "rain") if number % 2 else ("stage", "music", "choir")
        story = f"The {words[0]} was seen in night number {number}, and much was said of {words[1]} and {words[2]}."
        page = f"<html><body><ul><li><a href=/>Home</a></li></ul><h1>Story {number}</h1><p>{story}</p></body></html>"
        for place, text in (
            (folder / "pages" / f"{number}.html", page),
            (folder / "gold" / "html" / "a.example" / f"{number}.html", page),
            (folder / "gold" / "gold" / "a.example" / f"{number}.txt", f"Story {number}\n{story}"),
        ):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        labels.append(f'{{"url": "pages/{number}.html", "label": "{"weather" if number % 2 else "music"}"}}\n')
    (folder / "labels.jsonl").write_text("".join(labels), encoding="utf-8")


def tried(name: str, wheel: Path, folder: Path) -> bool:
    """Whether an extra can be installed and used."""
    extras, commands = EXTRAS[name]
    environment = folder / "venv"
    pinned = " ".join(f'"{one}"' for one in oldest(name.removesuffix("-oldest"))) if name.endswith("-oldest") else ""
    write_pages(folder)
    # Neither this environment nor what else is installed here: as where the command is called by its path.
    clean = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYSPARK", "VIRTUAL_ENV"))
    }
    clean["PATH"] = os.pathsep.join(part for part in os.defpath.split(os.pathsep) if part)
    steps = [
        f'"{sys.executable}" -m venv "{environment}"',
        f'"{environment}/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "pip>=24"',
        f'"{environment}/bin/python" -m pip install --quiet --disable-pip-version-check "{wheel}[{extras}]" {pinned}',
        *(command.replace("{bin}", f"{environment}/bin").replace("{root}", str(ROOT)) for command in commands),
    ]
    for step in steps:
        done = subprocess.run(step, shell=True, cwd=folder, env=clean, check=False, capture_output=True, text=True)
        if done.returncode:
            print(f"{name}: exit status {done.returncode}: {step}\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
            return False
    print(f"{name}: installed and used", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help=", ".join(EXTRAS))
    parser.add_argument("--wheel", type=Path, help="of the package, where one is built already")
    options = parser.parse_args()
    if unknown := set(options.extras) - EXTRAS.keys():
        parser.error(f"not among the extras that are tried: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as place:
        wheel = options.wheel
        if wheel is None:
            build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", place, str(ROOT)]
            subprocess.run(build, check=True)
            (wheel,) = Path(place).glob("*.whl")
        whole = True
        for name in options.extras or EXTRAS:
            if not any(map(shutil.which, programs := PROGRAMS.get(name, (sys.executable,)))):
                print(f"{name}: not tried, as there is none of {', '.join(programs)}", flush=True)
                whole &= "CI" not in os.environ
                continue
            with tempfile.TemporaryDirectory() as folder:
                whole &= tried(name, wheel.resolve(), Path(folder))
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
