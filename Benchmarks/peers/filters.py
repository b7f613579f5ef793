#!/usr/bin/env python3
"""Run published orientation filters over samples, for `flexion bench filters --peers`.

    filters.py SAMPLES RESULTS [--jobs N] [--methods NAME ...]

SAMPLES holds NAME.bin, nine little-endian doubles a sample (gyroscope rad/s, force m/s^2, field uT), and manifest.csv
with name, rate [Hz], latency of the magnetometer [s] or nothing, and 1 where there is a field. For every method
RESULTS/METHOD/NAME.a.bin gets four doubles a sample, the attitude w, x, y, z (sensor to east-north-up); NAME.b.bin the
same with the latency made up for, as the method's kind allows:

    offline     the field is shifted back by the latency
    VQF online  causally: the filter runs at the time of the field, and its heading correction turns the newest 6D attitude
    others      causally: the filter runs at the time of the field, and the gyroscope turns its result on to now

RESULTS/methods.txt lists the methods; RESULTS/progress/now holds the METHOD,NAME begun last; RESULTS/progress/NAME.done stands when all but the slow ones are through. The
slow ones, plain Python loops, come last, so that whoever ends this program early has the others. A result is written
under its final name only when it is whole. A package that is absent is named on standard error, `left out: ..`.
"""
import argparse
import csv
import ctypes
import importlib
import multiprocessing
import os
import sys
import warnings
from pathlib import Path

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
try:
    import numpy as np
except ImportError:
    print("missing: numpy; run Benchmarks/peers/setup.sh", file=sys.stderr)
    sys.exit(69)

# Attitudes of other earth frames, turned from the left into east-north-up.
FROM_NWU = np.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])


def product(a, b):
    w, x, y, z = np.moveaxis(a, -1, 0)
    s, i, j, k = np.moveaxis(b, -1, 0)
    return np.stack([w * s - x * i - y * j - z * k, w * i + x * s + y * k - z * j,
                     w * j - x * k + y * s + z * i, w * k + x * j - y * i + z * s], axis=-1)


def turn(vector):
    """Quaternions of rotation vectors."""
    angle = np.linalg.norm(vector, axis=-1, keepdims=True)
    factor = np.sinc(angle / (2 * np.pi)) / 2
    return np.concatenate([np.cos(angle / 2), factor * vector], axis=-1)


class Samples:
    def __init__(self, gyr, acc, mag, rate):
        self.gyr, self.acc, self.mag, self.rate = gyr, acc, mag, rate

    @classmethod
    def read(cls, path, rate, has_field):
        table = np.fromfile(path, "<f8").reshape(-1, 9)
        parts = [np.ascontiguousarray(table[:, i:i + 3]) for i in (0, 3, 6)]
        return cls(parts[0], parts[1], parts[2] if has_field else None, rate)

    def late_field(self, latency):
        """The field at the moment it was true, one value a sample; the ends are held."""
        rows = np.arange(len(self.mag))
        return Samples(self.gyr, self.acc, np.column_stack(
            [np.interp(rows + latency * self.rate, rows, self.mag[:, axis]) for axis in range(3)]), self.rate)


# How a method makes up for a late field.
def shifted(method):
    return lambda samples, latency: method(samples.late_field(latency))


def turned_on(method):
    """Runs at the time of the field; the rates since then turn the result on to now."""
    def run(samples, latency):
        late = int(round(latency * samples.rate))
        behind = method(samples.late_field(latency))
        past = np.maximum(np.arange(len(behind)) - late, 0)
        now = behind[past]
        for step in range(late, 0, -1):
            now = product(now, turn(samples.gyr[np.maximum(np.arange(len(behind)) - step + 1, 0)] / samples.rate))
        return now
    return run


# The methods, with the settings of their documentation or those that are stated in the name.
def vqf_online(samples):
    import vqf
    return vqf.VQF(1 / samples.rate).updateBatch(samples.gyr, samples.acc, samples.mag)["quat9D"]


def vqf_late(samples, latency):
    import vqf
    late = int(round(latency * samples.rate))
    shifted = samples.late_field(latency)
    state = vqf.VQF(1 / samples.rate).updateBatchFullState(shifted.gyr, shifted.acc, shifted.mag)
    half = state["delta"][np.maximum(np.arange(len(samples.gyr)) - late, 0)] / 2
    heading = np.column_stack([np.cos(half), np.zeros((len(half), 2)), np.sin(half)])
    return product(heading, state["quat6D"])


def vqf_six(samples):
    import vqf
    return vqf.VQF(1 / samples.rate).updateBatch(samples.gyr, samples.acc)["quat6D"]


def basic_vqf(samples):
    import vqf
    return vqf.BasicVQF(1 / samples.rate).updateBatch(samples.gyr, samples.acc, samples.mag)["quat9D"]


def vqf_offline(samples):
    import vqf
    return vqf.offlineVQF(samples.gyr, samples.acc, samples.mag, 1 / samples.rate)["quat9D"]


def vqf_offline_six(samples):
    import vqf
    return vqf.offlineVQF(samples.gyr, samples.acc, None, 1 / samples.rate)["quat6D"]


def fusion(gain=None, acceleration_rejection=None, magnetic_rejection=None, timeout=None, bias=True):
    def run(samples):
        import imufusion
        settings = imufusion.AhrsSettings()
        settings.sample_rate = samples.rate
        settings.convention = imufusion.CONVENTION_ENU
        for key, value in (("gain", gain), ("acceleration_rejection", acceleration_rejection),
                           ("magnetic_rejection", magnetic_rejection), ("rejection_timeout", timeout)):
            if value is not None:
                setattr(settings, key, value)
        ahrs = imufusion.Ahrs()
        ahrs.set_settings(settings)
        offset = imufusion.Bias()
        bias_settings = imufusion.BiasSettings()
        bias_settings.sample_rate = samples.rate
        offset.set_settings(bias_settings)
        rates, forces = np.degrees(samples.gyr), samples.acc / 9.80665
        result = np.empty((len(rates), 4))
        for row in range(len(rates)):
            rate = offset.update(rates[row]) if bias else rates[row]
            ahrs.update(rate, forces[row], samples.mag[row])
            result[row] = ahrs.get_quaternion()
        return result
    return run


def qmt_filter(name, **settings):
    def run(samples):
        import qmt
        return getattr(qmt, name)(samples.gyr, samples.acc, samples.mag, dict(Ts=1 / samples.rate, **settings))
    return run


def riann(samples):
    import riann.riann
    # The package looks for its network where it is not: the place is named here.
    network = str(Path(riann.__file__).parent / "riann.onnx")
    return np.asarray(riann.riann.RIANN(network).predict(samples.acc, samples.gyr, samples.rate), float)


def ahrs_madgwick(samples):
    from ahrs.filters import Madgwick
    return product(FROM_NWU, Madgwick(
        gyr=samples.gyr, acc=samples.acc, mag=samples.mag, frequency=samples.rate, gain=0.041).Q)


def ahrs_mahony(samples):
    from ahrs.filters import Mahony
    return Mahony(gyr=samples.gyr, acc=samples.acc, mag=samples.mag, frequency=samples.rate).Q


def ahrs_ekf(samples):
    from ahrs.filters import EKF
    start = int(2 * samples.rate)
    up, field = (np.mean(x[:start], axis=0) for x in (samples.acc, samples.mag))
    dip = np.degrees(np.arcsin(up @ field / np.linalg.norm(up) / np.linalg.norm(field)))
    return product(FROM_NWU, EKF(
        gyr=samples.gyr, acc=samples.acc, mag=samples.mag, frequency=samples.rate, magnetic_ref=dip).Q)


# name: package, method, what makes up for a late field (None in 6D).
FAST = {
    "VQF 9D": ("vqf", vqf_online, vqf_late),
    "VQF 6D": ("vqf", vqf_six, None),
    "offlineVQF 9D": ("vqf", vqf_offline, shifted(vqf_offline)),
    "offlineVQF 6D": ("vqf", vqf_offline_six, None),
    "BasicVQF 9D": ("vqf", basic_vqf, turned_on(basic_vqf)),
    "qmt Madgwick .12 9D": ("qmt", qmt_filter("oriEstMadgwick", beta=0.12), None),
    "qmt Madgwick .1 9D": ("qmt", qmt_filter("oriEstMadgwick", beta=0.1), None),
    "qmt Mahony .74 9D": ("qmt", qmt_filter("oriEstMahony", Kp=0.74, Ki=0.0012), None),
    # 90 degrees leaves out hardly any acceleration; 0, which turns the rejection off, is worse (6.16 / 3.07).
    "Fusion .1 9D": ("imufusion", fusion(0.1, 90, 10, 5), None),
    "Fusion .5 9D": ("imufusion", fusion(0.5, 10, 10, 5), None),
    "Fusion default 9D": ("imufusion", fusion(bias=False), None),
    "RIANN 6D": ("riann", riann, None),
}
SLOW = {
    "AHRS Madgwick 9D": ("ahrs", ahrs_madgwick, None),
    "AHRS Mahony 9D": ("ahrs", ahrs_mahony, None),
    "AHRS EKF 9D": ("ahrs", ahrs_ekf, None),
}


def write(path, attitudes):
    unfinished = path.with_suffix(".part")
    np.ascontiguousarray(attitudes, "<f8").tofile(unfinished)
    unfinished.rename(path)


def tell(folder, method, name):
    """What was begun last, whole or not at all."""
    unfinished = folder / f"now.{os.getpid()}"
    unfinished.write_text(f"{method},{name}")
    unfinished.rename(folder / "now")


def work(job):
    samples_path, results, name, rate, latency, has_field, methods, is_late, marks = job
    warnings.simplefilter("ignore")
    samples = Samples.read(samples_path, rate, has_field)
    for method in methods:
        _, run, late = {**FAST, **SLOW}[method]
        if method.endswith("9D") and not has_field:
            continue
        tell(results / "progress", method, name)
        target = results / method / f"{name}.{'b' if is_late else 'a'}.bin"
        try:
            if is_late:
                write(target, (late or turned_on(run))(samples, latency))
            else:
                write(target, run(samples))
        except Exception as error:  # A peer that breaks is a row of the table, not the end of it.
            (results / method / f"{name}.failed").write_text(f"{type(error).__name__}: {error}\n")
    if marks:
        (results / "progress" / f"{name}.done").touch()


def end_with_parent():
    """Whoever stops this program means its workers too: Linux ends them with it (PR_SET_PDEATHSIG, SIGKILL)."""
    ctypes.CDLL(None).prctl(1, 9)


def available(methods):
    absent = []
    for package in sorted({package for package, _, _ in methods.values()}):
        try:
            importlib.import_module("riann.riann" if package == "riann" else package)
        except ImportError as error:
            absent.append(package)
            print(f"left out: {package} ({error})".splitlines()[0], file=sys.stderr)
    return [name for name, (package, _, _) in methods.items() if package not in absent]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("samples", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--methods", nargs="+", choices=[*FAST, *SLOW], default=[*FAST, *SLOW])
    chosen = parser.parse_args()
    usable = available({name: value for name, value in {**FAST, **SLOW}.items() if name in chosen.methods})
    for name in ["progress", *usable]:
        (chosen.results / name).mkdir(parents=True, exist_ok=True)
    (chosen.results / "methods.txt").write_text("".join(name + "\n" for name in usable))
    with open(chosen.samples / "manifest.csv", newline="") as lines:
        recordings = list(csv.DictReader(lines))
    fast, slow = ([name for name in usable if name in group] for group in (FAST, SLOW))
    jobs = []
    for methods, lateness in ((fast, False), (fast, True), (slow, False), (slow, True)):
        for row in recordings:
            if not methods or (lateness and not row["latency"]):
                continue
            timed = [m for m in methods if not lateness or m.endswith("9D")]
            jobs.append((chosen.samples / f"{row['name']}.bin", chosen.results, row["name"], float(row["rate"]),
                         float(row["latency"] or 0), row["field"] == "1", timed, lateness,
                         methods is fast and lateness == bool(row["latency"])))
    with multiprocessing.Pool(max(1, chosen.jobs), initializer=end_with_parent) as pool:
        for _ in pool.imap(work, jobs):
            pass


if __name__ == "__main__":
    main()
