#!/usr/bin/env python3
"""The cases of run_interop.py with rootcanal, Android's virtual controller, under both hosts.

    run_rootcanal.py BIN_DIRECTORY [ROOTCANAL] [--only TEXT]

ROOTCANAL is its program, or a script that starts it: without, the one in the Python package `rootcanal`. It is
stricter than most controllers: what a host may not ask in its state it refuses. Version 1.10.0 runs on Debian 12;
1.13.0 wants glibc 2.39 or later.
"""

import argparse
import asyncio
import socket
import sys

from peers import Air, Program
from rootcanal.binaries import get_package_binary_resource_path
from run_interop import Suite


def free_ports(count):
    """Ports that nobody listens on; rootcanal takes numbers only, no zero."""
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class RootcanalAir(Air):
    """One run of rootcanal: a controller for each connection."""

    @classmethod
    async def start(cls, rootcanal):
        hci, test, link, link_ble = free_ports(4)
        program = await Program.start(
            rootcanal, f"-hci_port={hci}", f"-test_port={test}", f"-link_port={link}", f"-link_ble_port={link_ble}"
        )
        await program.line(rf"Listening on: {hci}\b")
        return cls(program, hci)


class RootcanalSuite(Suite):
    """Only the cases on one air that is not Bumble's."""

    async def air(self, title):
        return await RootcanalAir.start(self.options.rootcanal)

    async def section(self, title, work):
        if "Bumble's controllers" in title:
            return
        await super().section(title.replace("Faraday's", "rootcanal's"), work)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin")
    parser.add_argument("rootcanal", nargs="?")
    parser.add_argument("--only")
    options = parser.parse_args()
    if options.rootcanal is None:
        options.rootcanal = get_package_binary_resource_path("rootcanal")
    options.write = options.captures = None
    return options


async def main():
    suite = RootcanalSuite(parse())
    await suite.run()
    cases = sum(len(results) for _, results in suite.sections)
    print(f"\n{cases} cases in {len(suite.sections)} sections, {len(suite.problems)} failed")
    return 1 if suite.problems or not cases else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
