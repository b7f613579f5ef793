"""The C++ sources that the vqf package carries, compiled here: the fair opponent of a compiled program."""
import shutil
import subprocess
import sys
from pathlib import Path

import vqf


def compile_with(main, target):
    """Compiles a main program with these sources, -O3; ends with a line where that is not possible."""
    if not shutil.which("g++"):
        sys.exit("missing: g++ for the C++ peer")
    source = Path(vqf.__file__).parent / "cpp"
    if not (source / "vqf.cpp").is_file():
        sys.exit("missing: the installed vqf package carries no C++ sources")
    target.with_suffix(".cpp").write_text(main)
    subprocess.run(["g++", "-O3", "-DNDEBUG", "-std=c++14", f"-I{source}", str(target.with_suffix(".cpp")),
                    *(str(source / name) for name in ("vqf.cpp", "basicvqf.cpp", "offline_vqf.cpp")),
                    "-o", str(target)], check=True)
