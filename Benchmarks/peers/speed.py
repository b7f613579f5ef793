#!/usr/bin/env python3
"""Speed of our filters beside those of the vqf package in C++, as ratios of one run.

    speed.py FLEXION RECORDING.mat [--rounds 15]

Each round runs `FLEXION bench speed` and the C++ peer once, in turn and in changing order, over the same samples in
memory; both take the processor time of their own thread for the filter loop alone, after one pass to warm up. Printed:
the median nanoseconds a sample, and the ratio inside each round: median (lowest ... highest). Absolute times of
different runs say nothing about each other; these ratios do.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.io

from vqf_cpp import compile_with

PEER = r"""
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>
#include "vqf.hpp"
#include "offline_vqf.hpp"
static double cpu() { timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
template <class F> static void timed(const char *name, size_t n, F body) {
    body();
    double start = cpu(); body(); double used = cpu() - start;
    std::printf("ns_per_sample %s %.3f\n", name, used / n * 1e9);
}
int main(int, char **arg) {
    std::ifstream in(arg[1], std::ios::binary | std::ios::ate);
    size_t n = size_t(in.tellg()) / 80;
    double ts = std::atof(arg[2]);
    std::vector<double> raw(n * 10); in.seekg(0); in.read((char *)raw.data(), n * 80);
    std::vector<vqf_real_t> g(3 * n), a(3 * n), m(3 * n), o(4 * n);
    for (size_t i = 0; i < n; i++) for (int c = 0; c < 3; c++) {
        g[3 * i + c] = raw[10 * i + 1 + c]; a[3 * i + c] = raw[10 * i + 4 + c]; m[3 * i + c] = raw[10 * i + 7 + c];
    }
    auto none = nullptr;
    timed("6D", n, [&] { VQF f(ts); f.updateBatch(g.data(), a.data(), none, n, o.data(), none, none, none, none, none, none); });
    timed("9D", n, [&] { VQF f(ts); f.updateBatch(g.data(), a.data(), m.data(), n, none, o.data(), none, none, none, none, none); });
    VQFParams p;
    timed("offline6D", n, [&] { offlineVQF(g.data(), a.data(), none, n, ts, p, o.data(), none, none, none, none, none, none); });
    timed("offline9D", n, [&] { offlineVQF(g.data(), a.data(), m.data(), n, ts, p, none, o.data(), none, none, none, none, none); });
    return o[4 * n - 1] > 2;
}
"""


def times(command):
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"failed: {' '.join(command)}\n{run.stderr.strip()}")
    words = [line.split() for line in run.stdout.splitlines()]
    return {w[1]: float(w[2]) for w in words if len(w) == 3 and w[0] == "ns_per_sample"}


def peer_of(mode):
    """What a mode of ours is held against: what sees the whole recording against what does."""
    form = mode[-2:]
    return ("offline" if mode.startswith(("offline", "smoother")) else "") + form


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("flexion")
    parser.add_argument("recording")
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    data = scipy.io.loadmat(chosen.recording)
    rate = float(data["sampling_rate"].squeeze())
    columns = [np.asarray(data[name], float) for name in ("imu_gyr", "imu_acc", "imu_mag")]
    rows = len(columns[0])
    with tempfile.TemporaryDirectory() as folder:
        samples, peer = Path(folder) / "samples.bin", Path(folder) / "peer"
        np.column_stack([np.arange(rows) / rate, *columns]).astype("<f8").tofile(samples)
        compile_with(PEER, peer)
        commands = {"ours": [chosen.flexion, "bench", "speed", str(samples), "--repeat", "1"],
                    "peer": [str(peer), str(samples), repr(1 / rate)]}
        rounds = {"ours": [], "peer": []}
        for number in range(chosen.rounds + 1):
            for who in sorted(commands, reverse=number % 2 == 1):
                found = times(commands[who])
                if number:
                    rounds[who].append(found)
    print(f"{Path(chosen.recording).stem}, {rows} samples, {chosen.rounds} rounds, load {os.getloadavg()[0]:.1f}")
    print(f"{'mode':16}{'ns/sample':>10}  {'VQF C++':>10}{'ns/sample':>10}  ratio (lowest ... highest)")
    for mode in rounds["ours"][0]:
        other = peer_of(mode)
        ours, theirs = ([found[name] for found in rounds[who]] for who, name in (("ours", mode), ("peer", other)))
        ratios = sorted(a / b for a, b in zip(ours, theirs))
        print(f"{mode:16}{statistics.median(ours):10.1f}  {other:>10}{statistics.median(theirs):10.1f}  "
              f"{statistics.median(ratios):.3f} ({ratios[0]:.3f} ... {ratios[-1]:.3f})")


if __name__ == "__main__":
    main()
