#!/usr/bin/env python3
"""Measure recordings by the published methods, for `flexion bench knee --peers`.

    measure.py RECORDINGS LEAN RESULTS [--methods NAME ...]

RECORDINGS holds NAME.csv as `flexion simulate recording` writes it: a heading with `time (s)`, `thigh_acc_x (m/s^2)`,
`thigh_gyr_x (rad/s)` and so on. For every method RESULTS/METHOD/NAME.angle.csv gets time_s,flexion_deg, and for
vqf-offline also NAME.thigh.csv and NAME.shank.csv with time_s,qw,qx,qy,qz (sensor to earth); the
recordings of LEAN get only these. A result is written
under its final name only when it is whole, so that whoever ends this program early can use what is there.

The packages are used as their documentation says: qmt with VQF offline or online, the hinge axis after Olsson,
the heading correction for one joint axis; dfjimu with its defaults, lever arms estimated from the data, the hinge
axis from qmt. Sensor 2 is turned so that both axes coincide before the heading is corrected.
"""
import argparse
import contextlib
import csv
import io
import os
import sys
import warnings
from pathlib import Path

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
try:
    import numpy as np
    import qmt
    import dfjimu
    import vqf
except ImportError as error:
    print(f"missing: {error.name}; run Benchmarks/peers/setup.sh", file=sys.stderr)
    sys.exit(69)


class Recording:
    """Two sensors on an even grid; what is missing is bridged by straight lines, as these packages need."""

    def __init__(self, path):
        with open(path) as lines:
            heading = next(line for line in lines if not line.startswith("#"))
            table = np.genfromtxt(lines, delimiter=",")
        names = [name.split(" (")[0].strip() for name in heading.split(",")]
        stamps = table[:, names.index("time")]
        step = np.median(np.diff(stamps))
        self.time = stamps[0] + step * np.arange(int(round((stamps[-1] - stamps[0]) / step)) + 1)
        self.step = step
        self.axes = None
        self.acc1, self.gyr1, self.acc2, self.gyr2 = (
            np.column_stack([self._even(stamps, table[:, names.index(f"{name}_{axis}")]) for axis in "xyz"])
            for name in ("thigh_acc", "thigh_gyr", "shank_acc", "shank_gyr"))

    def _even(self, stamps, values):
        known = np.isfinite(values)
        return np.interp(self.time, stamps[known], values[known])


def axes(recording):
    if recording.axes is None:
        with contextlib.redirect_stdout(io.StringIO()):
            found = qmt.jointAxisEstHingeOlsson(recording.acc1, recording.acc2, recording.gyr1, recording.gyr2)
        recording.axes = [j.ravel() / np.linalg.norm(j) for j in found]
    return recording.axes


def shortest_turn(source, target):
    axis = np.cross(source, target)
    if np.linalg.norm(axis) < 1e-9:
        axis = np.cross(source, [1, 0, 0] if abs(source[0]) < 0.9 else [0, 1, 0])
    angle = np.arctan2(np.linalg.norm(np.cross(source, target)), source @ target)
    return qmt.quatFromAngleAxis(angle, axis)


def flexion(q1, q2, j1):
    turn = qmt.quatProject(qmt.qrel(q1, q2), j1)["projAngle"]
    return np.degrees(np.unwrap(turn))


def by_heading(recording, orientation):
    q1 = orientation(recording.gyr1, recording.acc1, params=dict(Ts=recording.step))
    q2 = orientation(recording.gyr2, recording.acc2, params=dict(Ts=recording.step))
    j1, j2 = axes(recording)
    turn = shortest_turn(j2, j1)
    q2 = qmt.qmult(q2, qmt.qinv(turn))
    time = recording.time - recording.time[0]
    corrected = qmt.headingCorrection(
        recording.gyr1, qmt.rotate(turn, recording.gyr2), q1, q2, time, j1, {})[0]
    return flexion(q1, corrected, j1)


def by_link(recording, method, **settings):
    up = recording.acc1[:10].mean(axis=0)
    q1, q2 = method(
        recording.gyr1, recording.gyr2, recording.acc1, recording.acc2, Fs=1 / recording.step,
        q_init=shortest_turn(up / np.linalg.norm(up), np.array([0.0, 0.0, 1.0])), **settings)[:2]
    j1, j2 = axes(recording)
    q1, q2 = (q / np.linalg.norm(q, axis=1, keepdims=True) for q in (np.asarray(q1), np.asarray(q2)))
    return flexion(q1, qmt.qmult(q2, qmt.qinv(shortest_turn(j2, j1))), j1)


def by_smoother(recording):
    """map_acc has no default covariances; these are the ones that mekf_acc takes by default."""
    noise = np.concatenate([np.var(g[:50], axis=0) for g in (recording.gyr1, recording.gyr2)])
    return by_link(
        recording, dfjimu.map_acc, cov_w=np.diag(noise), cov_i=0.1225 * np.eye(3), cov_lnk=0.011552 * np.eye(3))


METHODS = {
    "vqf-offline": lambda r: by_heading(r, qmt.oriEstOfflineVQF),
    "vqf-online": lambda r: by_heading(r, qmt.oriEstVQF),
    "mekf-acc": lambda r: by_link(r, dfjimu.mekf_acc),
    "map-acc": by_smoother,
}


def write(path, heading, rows):
    unfinished = path.with_suffix(".part")
    with unfinished.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(heading)
        writer.writerows([f"{x:.6f}" for x in row] for row in rows)
    unfinished.rename(path)


def write_orientations(folder, name, recording):
    for segment, gyr, acc in (
            ("thigh", recording.gyr1, recording.acc1), ("shank", recording.gyr2, recording.acc2)):
        q = qmt.oriEstOfflineVQF(gyr, acc, params=dict(Ts=recording.step))
        write(folder / f"{name}.{segment}.csv", ["time_s", "qw", "qx", "qy", "qz"],
              np.column_stack([recording.time, q]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("recordings", type=Path)
    parser.add_argument("lean", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--methods", nargs="+", choices=list(METHODS), default=list(METHODS))
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    by_size = lambda folder: sorted(folder.glob("*.csv"), key=lambda path: (path.stat().st_size // 100_000, path))
    recordings = {path.stem: Recording(path) for path in by_size(chosen.recordings)}
    # A method goes over all recordings, short ones first, before the slower next one begins.
    for method in chosen.methods:
        folder = chosen.results / method
        folder.mkdir(parents=True, exist_ok=True)
        for name, recording in recordings.items():
            try:
                angle = METHODS[method](recording)
                write(folder / f"{name}.angle.csv", ["time_s", "flexion_deg"], zip(recording.time, angle))
            except Exception as error:  # A peer that breaks is a row of the table, not the end of it.
                (folder / f"{name}.failed").write_text(f"{type(error).__name__}: {error}\n")
            if method == "vqf-offline":
                write_orientations(folder, name, recording)
            print(f"{method} {name}", flush=True)
        if method == "vqf-offline":
            for path in by_size(chosen.lean):
                write_orientations(folder, path.stem, Recording(path))


if __name__ == "__main__":
    main()
