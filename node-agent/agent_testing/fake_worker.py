#!/usr/bin/env python3
"""A worker that follows a script, for the tests of the agent alone.

FAKE_WORKER holds words: `frames=N`, `samples=BYTES` (a sample frame of that size with each
window), `pause=S` between frames, `child` (leaves a process in its group), `hang=prepare|run`,
`deaf` (ignores `stop` and SIGTERM), `garble=line|frame|long`, `die=SIGNAL` or `fail` after the
frames, `chatter=N` lines on standard error, `linger` (does not end after its result).
"""

from __future__ import annotations

import json
import os
import select
import signal
import struct
import sys
import time
from typing import Any

WORDS = dict([*word.split("="), ""][:2] for word in os.environ.get("FAKE_WORKER", "").split())


def say(kind: str, **fields: object) -> None:
    sys.stdout.write(json.dumps({"kind": kind, **fields}) + "\n")
    sys.stdout.flush()


def listen(kind: str) -> dict[str, Any]:
    while True:
        line = sys.stdin.readline()
        if not line:
            sys.exit(4)
        said: dict[str, Any] = json.loads(line)
        if said["kind"] == kind:
            return said
        if said["kind"] == "stop" and "deaf" not in WORDS:
            sys.exit(3)


def heed_stop() -> None:
    if "deaf" not in WORDS and select.select([sys.stdin], [], [], 0)[0]:
        listen("nothing but stop")


def hang() -> None:
    while True:
        if "deaf" in WORDS:
            time.sleep(1)
        else:
            listen("nothing but stop")


def frame(plan: dict[str, Any], kind: int, sequence: int, done: int, body: bytes) -> None:
    head = struct.pack(
        "<IHHIIIIQQQIIQ",
        0x4D54524F, 1, kind, kind, plan["node_index"], plan["repeat"],
        1 if kind == 1 else max(1, len(body) // 8), sequence, done, sequence, len(body), 0, 0,
    )  # fmt: skip
    data = head + body
    while data:
        data = data[os.write(3, data) :]


def schema(number: int, kind: str) -> dict[str, object]:
    column = {
        "name": "step_time.mean", "title": "Step time", "type": "f64", "unit": "ns",
        "role": "duration", "series": "step_time",
    }  # fmt: skip
    return {"schema_id": number, "kind": kind, "columns": [column]}


def result() -> dict[str, object]:
    return {
        "schema_version": 1, "metrics": [], "run_metrics": [], "checks": [], "messages": [],
        "run_messages": [], "state_checksum": "0", "run_state_checksum": "0", "processes": [],
        "elapsed_ns": "1", "samples_dropped": 0, "sample_stride": 1,
    }  # fmt: skip


def send_frames(plan: dict[str, Any]) -> None:
    sequence = 0
    count = int(WORDS.get("frames", "5"))
    for index in range(count):
        heed_stop()
        time.sleep(float(WORDS.get("pause", "0")))
        sequence += 1
        done = plan["workload"]["steps"] * (index + 1) // count
        frame(plan, 1, sequence, done, struct.pack("<d", index))
        if size := int(WORDS.get("samples", "0")):
            sequence += 1
            frame(plan, 2, sequence, done, bytes(size))


def begin() -> None:
    """Output, children and delays before the first message."""
    sys.stderr.write("the worker begins\n")
    for index in range(int(WORDS.get("chatter", "0"))):
        sys.stderr.write(f"chatter {index}\n")
    sys.stderr.flush()
    if "child" in WORDS and os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(1)
    if WORDS.get("hang") == "prepare":
        hang()


def rendezvous(steps: str) -> None:
    """Takes the worker from `prepared` to `running`."""
    schemas = [schema(1, "window"), schema(2, "samples")]
    say("prepared", endpoint="", schemas=schemas, total_steps=steps)
    listen("peers")
    say("ready")
    listen("start")
    say("running")
    if WORDS.get("hang") == "run":
        hang()


def go_wrong() -> None:
    """The fault that the script asks for in the middle of the run."""
    garble = WORDS.get("garble")
    if garble == "line":
        say("nonsense")
    elif garble == "long":
        sys.stdout.write("x" * (9 << 20))
        sys.stdout.flush()
    elif garble == "frame":
        os.write(3, b"?" * 64)
    if garble:
        hang()
    if number := int(WORDS.get("die", "0")):
        sys.stderr.write("about to die")
        sys.stderr.flush()
        os.kill(os.getpid(), number)
    if "fail" in WORDS:
        say("failure", code="broken", phase="running", process="entity 3", message="It broke.",
            remedy="Mend it.")  # fmt: skip
        sys.exit(1)


def run() -> None:
    if "deaf" in WORDS:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    plan = listen("plan")["plan"]
    assert isinstance(plan, dict)
    steps = str(plan["workload"]["steps"])
    begin()
    rendezvous(steps)
    send_frames(plan)
    go_wrong()
    say("event", name="end", text="All steps are done.", step=steps)
    say("result", result=result())
    if "linger" in WORDS:
        hang()


def main() -> None:
    if sys.argv[1:2] == ["calibrate"]:
        if status := int(WORDS.get("calibrate", "0")):
            sys.stderr.write("no clock here\n")
            sys.exit(status)
        document = {
            "schema_version": 1, "rating": 123.0, "clock_resolution_ns": 1.0, "clock_read_ns": 20.0,
            "transports": ["shm", "tcp"], "rti_peers": [], "third_party_transports": [],
            "worker_version": "0.1.0", "build": "scripted", "commit": "none", "cores": 2,
        }  # fmt: skip
        sys.stdout.write(json.dumps(document) + "\n")
    else:
        run()


main()
