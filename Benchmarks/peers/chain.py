#!/usr/bin/env python3
"""Cost of the whole chain (read, condition, orient, knee) by length, beside offline VQF in C++ alone.

    chain.py FLEXION [--minutes 10 600] [--rounds 3]

FLEXION is the built program. For every length it makes a simulated recording of two sensors at 100 Hz, measures it
with `flexion process` and runs the C++ sources that the vqf package carries over the same samples, in turn, each in a
process of its own. Printed: the smallest processor time of the rounds, the peak of resident memory, and the ratios.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from vqf_cpp import compile_with

PEER = r"""
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>
#include "offline_vqf.hpp"
int main(int, char **arg) {
    std::ifstream in(arg[1], std::ios::binary | std::ios::ate);
    size_t n = size_t(in.tellg()) / 96;
    std::vector<double> all(12 * n), out(4 * n); in.seekg(0); in.read((char *)all.data(), n * 96);
    VQFParams parameters;
    timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); double start = t.tv_sec + 1e-9 * t.tv_nsec;
    for (int sensor = 0; sensor < 2; sensor++)
        offlineVQF(&all[6 * n * sensor + 3 * n], &all[6 * n * sensor], nullptr, n, std::atof(arg[2]), parameters,
                   out.data(), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    std::printf("%.6f\n", t.tv_sec + 1e-9 * t.tv_nsec - start);
    return out[4 * n - 1] > 2;
}
"""


def spent(command):
    """Processor time [s] and peak memory [MB] of one run."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def samples(path, target):
    """The twelve columns one after the other as each sensor's force and rate, three values a row."""
    with open(path) as lines:
        names = [name.split(" (")[0] for name in next(x for x in lines if not x.startswith("#")).split(",")]
        table = np.loadtxt(lines, delimiter=",", usecols=range(13))
    parts = [table[:, [names.index(f"{part}_{axis}") for axis in "xyz"]].ravel()
             for part in ("thigh_acc", "thigh_gyr", "shank_acc", "shank_gyr")]
    np.concatenate(parts).astype("<f8").tofile(target)
    return len(table)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("flexion")
    parser.add_argument("--minutes", nargs="+", type=int, default=[10, 600])
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        compile_with(PEER, folder / "peer")
        print("minutes    rows   chain s    MB  bytes a row above 200 MB  VQF C++ s  chain / VQF")
        for minutes in chosen.minutes:
            recording = folder / "recording.csv"
            subprocess.run([chosen.flexion, "simulate", "recording", "--duration", str(60 * minutes), "--motion",
                            "walking", "--seed", "5", "--force", "--quiet", "--out", str(recording)], check=True,
                           stdout=subprocess.DEVNULL)
            rows = samples(recording, folder / "samples.bin")
            chain, peer, memory = [], [], 0
            for _ in range(chosen.rounds):
                seconds, megabytes = spent([chosen.flexion, "process", str(recording), "--json"])
                chain.append(seconds)
                memory = max(memory, megabytes)
                run = subprocess.run([str(folder / "peer"), str(folder / "samples.bin"), "0.01"], check=True,
                                     capture_output=True, text=True)
                peer.append(float(run.stdout))
            results.append((minutes, min(chain)))
            above = max(0, (memory - 200) * 2**20 / rows)
            print(f"{minutes:7} {rows:7} {min(chain):9.2f} {memory:5.0f} {above:25.0f} {min(peer):10.2f} "
                  f"{min(chain) / min(peer):12.2f}", flush=True)
    (short, first), (long, last) = results[0], results[-1]
    if long > short:
        print(f"{long / short:.0f} times the length costs {last / first:.1f} times as much")


if __name__ == "__main__":
    main()
