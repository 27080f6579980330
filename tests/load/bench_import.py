"""How long an import takes and how much memory: 42,000 records (46 MB) and 1,000,000 records (1.1 GB).

An import is ``store_run``: read, check, hash, store as Parquet. Each measurement is a process of its own, so that peak
memory is its own; the bound is on the clock of a process that has its libraries loaded, and its processor time beside it
tells a busy machine from a slow program. The files come from a seeded
generator and are written to a temporary folder. Exit 1 where a bound is broken. Run it with
``python tests/load/bench_import.py``, or with ``--small-only``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SMALL = 42_000
LARGE = 1_000_000
SECONDS = {SMALL: 3.0, LARGE: 90.0}
MIB = {SMALL: 600.0, LARGE: 600.0}
LABELS = ("ABSTAIN", "HEDGE", "CONFIDENT_CORRECT", "CONFIDENT_WRONG")
CATEGORIES = ("FEQ", "PCQ", "HNQ", "CCQ")
MODELS = 14


def write_run(path: Path, records: int, seed: int = 7) -> None:
    """Write a run of invented records, about 1,100 bytes each, one line at a time."""
    draw = random.Random(seed)
    words = ["".join(draw.choices("abcdefghiklmnoprstuvwyzäéπ", k=draw.randint(2, 9))) for _ in range(4000)]
    texts = [" ".join(draw.choices(words, k=78)) for _ in range(3000)]
    with path.open("w", encoding="utf-8") as stream:
        for number in range(records):
            item, model = divmod(number, MODELS)
            record = {
                "record_id": f"model-{model:02d}/item-{item:06d}",
                "item_id": f"item-{item:06d}",
                "model": f"model-{model:02d}",
                "family": f"family-{model % 4}",
                "category": CATEGORIES[item % 4],
                "subcategory": f"topic-{item % 20:02d}",
                "question": f"What is known of {words[item % 4000]} {words[item * 7 % 4000]} in {item}?",
                "context": None,
                "gold_answers": [words[item % 4000], str(item)],
                "response": f"{draw.choice(texts)}\n\n{draw.choice(texts)[: draw.randint(0, 120)]} {number}",
                "confidence": draw.randint(0, 1000) / 10,
                "confidence_text": "85%",
                "automated_label": draw.choice(LABELS),
                "label_reasons": ["rule-2", "rule-7"],
                "answered_by": f"model-{model:02d}-0601",
                "completion_tokens": draw.randint(5, 400),
                "reasoning_tokens": 0,
                "finish_reason": "stop",
            }
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")


def import_once(path: Path) -> dict[str, float]:
    """Import in this process; seconds by the clock and of the processor, and peak resident memory in MiB."""
    from scoring.formats import store_run

    begin, worked = time.perf_counter(), time.process_time()
    store_run(path, path.with_suffix(".parquet"))
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "processor": time.process_time() - worked, "mib": peak}


def measure(folder: Path, records: int, times: int) -> bool:
    """Write the file, import it several times in fresh processes, print the median; whether the bounds hold."""
    path = folder / f"run-{records}.jsonl"
    write_run(path, records)
    results = []
    for _ in range(times):
        done = subprocess.run([sys.executable, __file__, "--import", str(path)], check=True, capture_output=True)
        results.append(json.loads(done.stdout))
    seconds = statistics.median(result["seconds"] for result in results)
    processor = statistics.median(result["processor"] for result in results)
    peak = max(result["mib"] for result in results)
    size = path.stat().st_size / 1e6
    print(
        f"import of {records:,} records ({size:,.0f} MB): {seconds:.2f} s ({processor:.2f} s of processor time), ",
        end="",
    )
    print(f"{peak:.0f} MiB peak (median of {times}; bounds {SECONDS[records]:.0f} s, {MIB[records]:.0f} MiB)")
    path.unlink()
    path.with_suffix(".parquet").unlink()
    return seconds < SECONDS[records] and peak < MIB[records]


def describe_machine() -> str:
    """Processor, cores, Python: what the numbers belong to."""
    model = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"


def main() -> int:
    """Measure both sizes, or only the small one; 1 where a bound is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small-only", action="store_true", help="leave out the million records")
    parser.add_argument("--import", dest="path", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.path:
        print(json.dumps(import_once(options.path)))
        return 0
    print(describe_machine())
    with tempfile.TemporaryDirectory() as folder:
        holds = measure(Path(folder), SMALL, times=5)
        if not options.small_only:
            holds = measure(Path(folder), LARGE, times=1) and holds
    return 0 if holds else 1


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    sys.exit(main())
