#!/bin/sh
# Makes the environment of the peers in build/peers, beside this repository's other results.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=${1:-"$here/../../build/peers"}
command -v python3 >/dev/null || { echo "missing: python3 (3.11 or newer)" >&2; exit 69; }
python3 -m venv "$target" || { echo "python3 cannot make an environment; install python3-venv" >&2; exit 69; }
"$target/bin/pip" install -q --no-deps -r "$here/requirements.txt"
"$target/bin/pip" install -q --no-deps -r "$here/requirements-riann.txt" || echo "RIANN does not install here: left out" >&2
"$target/bin/python" -c 'import qmt, dfjimu, vqf, imufusion, ahrs' || { echo "the peers do not start" >&2; exit 70; }
echo "$target/bin/python"
