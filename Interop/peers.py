"""Bumble devices on controllers that others make, and the programs they meet."""

import asyncio
import os
import re
import socket

from bumble.controller import Controller
from bumble.device import Device
from bumble.hci import Address
from bumble.keys import MemoryKeyStore
from bumble.link import LocalLink
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.transport import open_transport

IO = PairingDelegate.IoCapability
PASSKEY = 123456


class User(PairingDelegate):
    """Who stands before a Bumble device: shows and types, and notes what was asked."""

    def __init__(self, io=IO.NO_OUTPUT_NO_INPUT, shown_elsewhere=None):
        super().__init__(io_capability=io)
        self.asked = []
        self.shown_elsewhere = shown_elsewhere

    async def accept(self):
        self.asked.append("accept")
        return True

    async def confirm(self, auto=False):
        self.asked.append("confirm")
        return True

    async def compare_numbers(self, number, digits):
        self.asked.append(f"compare {number:06}")
        if self.shown_elsewhere is None:
            return True
        return await self.shown_elsewhere() == number

    async def get_number(self):
        self.asked.append("enter")
        return await self.shown_elsewhere()

    async def display_number(self, number, digits):
        self.asked.append(f"display {number:06}")

    async def generate_passkey(self):
        return PASSKEY


class Keys(MemoryKeyStore):
    """Bumble's keys, with those of LE legacy pairing in their places.

    A Bumble device that was the responder files its own long-term key as the central's and answers requests
    with the other one, so that no link can be encrypted with such a bond.
    """

    async def update(self, name, keys):
        if keys.ltk is None and keys.ltk_central is not None:
            keys.ltk_central, keys.ltk_peripheral = keys.ltk_peripheral, keys.ltk_central
        await super().update(name, keys)


class Bumble:
    """A Bumble device on the controller behind a transport, such as tcp-client:127.0.0.1:6402."""

    def __init__(self, transport, device, user):
        self.transport = transport
        self.device = device
        self.user = user

    @classmethod
    async def on(
        cls, where, name, address, user=None, sc=True, mitm=True, bonding=True, oob=None, keys=None,
        channel_sounding=False, snooper=None,
    ):
        transport = await open_transport(where)
        device = Device.with_hci(name, Address(address), transport.source, transport.sink)
        device.host.snooper = snooper
        device.config.channel_sounding_enabled = channel_sounding
        user = user or User()
        device.pairing_config_factory = lambda _connection: PairingConfig(
            sc=sc, mitm=mitm, bonding=bonding, delegate=user, oob=oob,
            identity_address_type=PairingConfig.AddressType.RANDOM,
        )
        device.keystore = keys
        await device.power_on()
        return cls(transport, device, user)

    async def close(self):
        await self.transport.close()


class Program:
    """One of our programs, its lines as they come."""

    def __init__(self, process):
        self.process = process
        self.lines = []
        self.news = asyncio.Condition()
        self.readers = [
            asyncio.ensure_future(self.read(process.stdout)),
            asyncio.ensure_future(self.read(process.stderr)),
        ]

    @classmethod
    async def start(cls, *command, **environment):
        process = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **environment},
        )
        return cls(process)

    async def read(self, stream):
        while line := await stream.readline():
            async with self.news:
                self.lines.append(line.decode(errors="replace").rstrip())
                self.news.notify_all()

    async def line(self, pattern, timeout=120):
        """The first line that matches, as a match; waits for it."""

        def find():
            return next((match for line in self.lines if (match := re.search(pattern, line))), None)

        try:
            async with self.news:
                await asyncio.wait_for(self.news.wait_for(find), timeout)
        except asyncio.TimeoutError:
            raise TimeoutError(f"no line '{pattern}' within {timeout} s; there are {self.lines[-20:]}") from None
        return find()

    async def shown_passkey(self):
        """The six digits that the program's user sees."""
        return int((await self.line(r"code “(\d{6})”")).group(1))

    async def end(self, timeout=900):
        """Waits for the program to end by itself; its exit status."""
        status = await asyncio.wait_for(self.process.wait(), timeout)
        await asyncio.gather(*self.readers)
        return status

    async def stop(self):
        if self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), 60)
            except asyncio.TimeoutError:
                self.process.kill()
                await self.process.wait()
        await asyncio.gather(*self.readers)


class Air:
    """Controllers of Faraday on one air: each connection to `port` gets one."""

    def __init__(self, program, port):
        self.program = program
        self.port = port
        self.where = f"tcp-client:127.0.0.1:{port}"
        self.endpoint = f"tcp:127.0.0.1:{port}"

    @classmethod
    async def start(cls, faraday, *options):
        program = await Program.start(faraday, "serve", "--hci", "tcp:0", *options)
        match = await program.line(r"127\.0\.0\.1:(\d+)")
        return cls(program, int(match.group(1)))

    async def stop(self):
        await self.program.stop()


class BumbleAir:
    """Bumble's own controllers on one air: a fixed number, each behind a port for another host."""

    def __init__(self):
        self.link = LocalLink()
        self.transports = []
        self.count = 0

    async def endpoint(self):
        """The endpoint of a controller for another host."""
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        transport = await open_transport(f"tcp-server:127.0.0.1:{port}")
        self.transports.append(transport)
        self.count += 1
        Controller(f"endpoint {self.count}", transport.source, transport.sink, self.link)
        return f"tcp:127.0.0.1:{port}"

    async def device(self, name, address, user=None, sc=True, keys=None):
        from bumble.host import Host

        host = Host()
        host.controller = Controller(name, host_source=host, host_sink=host, link=self.link)
        device = Device(name=name, address=Address(address), host=host)
        user = user or User()
        device.pairing_config_factory = lambda _connection: PairingConfig(
            sc=sc, mitm=True, bonding=True, delegate=user,
            identity_address_type=PairingConfig.AddressType.RANDOM,
        )
        device.keystore = keys
        await device.power_on()
        return Bumble(None, device, user)

    async def close(self):
        for transport in self.transports:
            await transport.close()
