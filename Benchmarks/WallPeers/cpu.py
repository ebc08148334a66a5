"""Prints the median processor time of a scene's frames, in milliseconds, from what `regalia bench --json` wrote."""

import json
import statistics
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
scene = next(scene for scene in report["scenes"] if scene["scene"] == sys.argv[2])
print(statistics.median(scene["frames"]["process_cpu_ms"]))
