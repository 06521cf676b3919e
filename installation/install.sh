#!/usr/bin/env bash
# Install the locked environment into that of an interpreter, with uv where it can be had, else with its pip.
#     installation/install.sh PYTHON [cpu|cuda]
# cpu and cuda name the build of torch. Without either, a build that is installed already stays, and else it is cpu.
# What an interrupted call left is installed again by the next.
set -euo pipefail
usage() {
    echo "Usage: installation/install.sh PYTHON [cpu|cuda], for example installation/install.sh .venv/bin/python" >&2
    exit 2
}
[ $# -eq 1 ] || [ $# -eq 2 ] || usage
wish=${2:-}
case $wish in "" | cpu | cuda) ;; *) usage ;; esac
folder=$(cd "$(dirname "$0")" && pwd)
python=$("$folder/find_python.sh" "$1")
prefix=$("$python" -I -c 'import sys; print(sys.prefix)')
cd "$folder/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
pip=("$python" -m pip --disable-pip-version-check --quiet)
install=("${pip[@]}" install --no-compile)
# again even where that version is there already: what was there was not verified
hashed=(--require-hashes --no-deps)
locks=installation/requirements.lock
version=$(sed -n 's/^torch==\([^ ]*\).*/\1/p' constraints.txt)

say() { echo "install: $*"; }

# uv, as far as it knows torch's builds
works() { "$1" pip install --help 2>/dev/null | grep -q -- --torch-backend; }

# Its output is shown only if it fails. A wrong hash ends the installation: pip is no second opinion.
try_uv() {
    [ -n "$uv" ] || return 1
    "$uv" pip install --python "$python" --quiet --no-progress "$@" >"$scratch/uv" 2>&1 && return
    if grep -qi 'hash mismatch' "$scratch/uv"; then
        cat "$scratch/uv" >&2
        exit 1
    fi
    say "uv could not ($(sed -n 's/^error: //p' "$scratch/uv" | head -n 1)); pip tries."
    return 1
}

# --- uv itself ---
uv=
for candidate in "$prefix/uv/bin/uv" "$(command -v uv || true)"; do
    if [ -n "$candidate" ] && works "$candidate"; then
        uv=$candidate
        break
    fi
done
if [ -z "$uv" ]; then
    say "getting uv, verified by its hash, into $prefix/uv."
    sed -n '/^uv==/,/[^\\]$/p' installation/tools.lock >"$scratch/uv.lock"
    rm -rf "$prefix/uv"
    if "${install[@]}" "${hashed[@]}" --retries 1 --timeout 10 --target "$prefix/uv" -r "$scratch/uv.lock" \
        2>"$scratch/pip" && works "$prefix/uv/bin/uv"; then
        uv=$prefix/uv/bin/uv
    else
        say "uv is not to be had here; pip takes its place."
    fi
fi
"$python" -I installation/clear_halves.py

# --- the locked packages ---
say "the packages of $locks, each file verified by its hash."
# The build backend first: two of the others come as sources only, and building those in isolation would download
# a backend that no hash vouches for. pip before 23.1 asks to be told PEP 517.
sed -n '/^setuptools==/,/[^\\]$/p' $locks >"$scratch/backend.lock"
if ! { try_uv "${hashed[@]}" --reinstall -r "$scratch/backend.lock" &&
    try_uv "${hashed[@]}" --reinstall --no-build-isolation -r $locks; }; then
    "${install[@]}" "${hashed[@]}" --force-reinstall -r "$scratch/backend.lock"
    "${install[@]}" "${hashed[@]}" --force-reinstall --no-build-isolation --use-pep517 -r $locks
fi

# --- torch ---
build=$("$python" -I -c 'from importlib import metadata; print(metadata.version("torch"))' 2>/dev/null || true)
vouched=() # what check_environment.py is told of torch's hashes
stays() {
    [ "${build%%+*}" = "$version" ] || return 1
    case $wish/$build in cpu/*+cpu | cuda/*+cu* | cuda/"$version" | /*) ;; *) return 1 ;; esac
}
cpu_by_uv() {
    # Its index may be out of reach: asked for a little time only, without downloading anything.
    UV_HTTP_CONNECT_TIMEOUT=5 UV_HTTP_TIMEOUT=10 UV_HTTP_RETRIES=1 \
        try_uv --dry-run --torch-backend cpu --no-deps "torch==$version" &&
        try_uv --torch-backend cpu --no-deps --reinstall-package torch "torch==$version"
}
by_pip() {
    if [ "$wish" != cuda ]; then
        "${install[@]}" --dry-run -c constraints.txt --report "$scratch/would.json" torch 2>/dev/null || true
        if grep -qE '"name": "(nvidia|cuda)-' "$scratch/would.json" 2>/dev/null; then
            say "pip finds only the CUDA build of torch, several gigabytes with its libraries, where the CPU build" \
                "(0.2 GB) would do: to have that instead, stop this with Ctrl-C and call it again where uv can" \
                "reach the CPU builds of torch, or install a wheel of it yourself before (README, Set-up)."
        fi
    fi
    # torch alone first: another build of this version would do for pip
    "${install[@]}" --force-reinstall --no-deps -c constraints.txt --report "$scratch/torch.json" torch
    "${install[@]}" -c constraints.txt --report "$scratch/libraries.json" torch
    vouched=("$scratch/torch.json" "$scratch/libraries.json")
}
if stays; then
    say "torch $build is installed already and stays."
elif [ "$wish" = cuda ] || [ "$(uname -s)" != Linux ]; then
    # elsewhere than on Linux the main index has the CPU build
    say "torch $version as the main index has it, each file verified by its hash."
    if try_uv "${hashed[@]}" --reinstall -r installation/torch.lock; then
        vouched=(installation/torch.lock)
    else
        by_pip
    fi
else
    say "torch $version, the CPU build."
    cpu_by_uv || by_pip
fi

# --- the project, and what its runs import, compiled once: jobs themselves write no bytecode ---
say "the project itself, without dependencies."
try_uv --no-deps --no-build-isolation -e . || "${install[@]}" --no-deps --no-build-isolation -e .
say "compiling what runs import."
"$python" -I installation/compile_imports.py
"$python" -I installation/check_environment.py ${vouched[@]+"${vouched[@]}"}
