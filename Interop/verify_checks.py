#!/usr/bin/env python3
"""Runs `faraday verify` on controllers: the rules that two real ends can show, tried over HCI in real time.

    verify_checks.py BIN_DIRECTORY [--air faraday|bumble|rootcanal] [--rule NUMBER ...] [--output FILE]

All rules must be tried, and be as written, but for those that a foreign controller can't keep: they must be seen to be
otherwise.
"""

import argparse
import asyncio
import sys

from peers import Air, BumbleAir, Program

LIMIT = 1500

# What foreign controllers do otherwise, and why.
KNOWN = {
    "faraday": {},
    # Its links have no supervision timeout: who falls silent stays connected (3.11, 3.12, 3.19, 3.21). A device that has no
    # key is not told to the other end, so that the phone keeps a bond that no longer works (3.14, 3.16, 3.17).
    "rootcanal": {"3.11", "3.12", "3.14", "3.16", "3.17", "3.19", "3.21"},
    # They do not know HCI_Read_RSSI.
    "bumble": {"5.30"},
}

# Sections that are tried on an air; all if none is named. On Bumble's controllers a bench that falls silent keeps its links,
# and what comes after that is about those.
CHOSEN = {"bumble": ["1", "4", "5"]}


async def on(air, run):
    try:
        return await run(air.endpoint, air.endpoint, air.endpoint)
    finally:
        await air.stop()


async def faraday(bin, run):
    return await on(await Air.start(f"{bin}/faraday"), run)


async def rootcanal(bin, run):
    from rootcanal.binaries import get_package_binary_resource_path
    from run_rootcanal import RootcanalAir

    return await on(await RootcanalAir.start(str(get_package_binary_resource_path("rootcanal"))), run)


async def bumble(bin, run):
    link = BumbleAir()
    try:
        return await run(await link.endpoint(), await link.endpoint(), await link.endpoint())
    finally:
        await link.close()


async def verify(options, app, bench, second):
    """The lines of the run, and its status."""
    command = [f"{options.bin}/faraday", "verify", "--hci", app, "--bench-hci", bench, "--second-hci", second, "--user"]
    for rule in options.rule or CHOSEN.get(options.air, []):
        command += ["--rule", rule]
    if options.output:
        command += ["--output", options.output]
    program = await Program.start(*command)
    try:
        status = await program.end(LIMIT)
    finally:
        await program.stop()
    return status, [line for line in program.lines if "API MISUSE" not in line and "WARNING" not in line]


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("--air", choices=("faraday", "bumble", "rootcanal"), default="faraday")
    parser.add_argument("--rule", action="append", default=[])
    parser.add_argument("--output")
    options = parser.parse_args()
    air = {"faraday": faraday, "bumble": bumble, "rootcanal": rootcanal}[options.air]
    status, lines = await air(options.bin, lambda *ends: verify(options, *ends))
    otherwise = {line.split()[0] for line in lines if " s  otherwise: " in line}
    strangers = otherwise - set(KNOWN[options.air])
    unseen = set() if options.rule else set(KNOWN[options.air]) - otherwise
    for line in lines:
        if "  as written  " not in line:
            print(line)
    for number in sorted(unseen):
        print(f"verify_checks: {number} is as written now; it is known to be otherwise here", file=sys.stderr)
    # Status 3 says that no rule is otherwise because some were not tried.
    is_tried = status in (0, 1) and not any(" s  not tried: " in line for line in lines)
    return 0 if is_tried and not strangers and not unseen else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
