#!/usr/bin/env python3
"""Bumble's host measures distances with Faraday's controllers, and Python computes them from the step data.

    channel_sounding.py BIN_DIRECTORY [--distances 1.5,8,30] [--seed N] [--captures DIRECTORY]

At each distance Bumble is the initiator:
1. of a scripted device that adds its phases to its tones (inline correction);
2. of the same device, whose Ranging Service sends its report, once in real time and once on demand;
3. of a second Bumble host on a controller of ours, with tones and packets; then with the roles the other way round.
How far the controllers are apart, only `faraday serve` is told. Each distance from phases must be right to 0.15 m, as the median of
a few procedures with the noise of today's chips. BIN_DIRECTORY holds faraday.
"""

import argparse
import asyncio
import os
import statistics
import sys
import time
import warnings

from bumble import hci
from bumble.core import AdvertisingData
from bumble.device import ConnectionParametersPreferences, Peer

import distance
import ranging_client
from peers import Air, Bumble
from ranging_client import RangingClient

TOLERANCE = 0.15
# A packet's time of arrival is off by ten nanoseconds; hundreds of packets are averaged.
TIME_TOLERANCE = 1.5
PROCEDURES = 8
TAG_NAME = "Tag"
INITIATOR_ADDRESS, REFLECTOR_ADDRESS = "F0:F1:F2:F3:F4:E0", "F0:F1:F2:F3:F4:E1"
# Bumble says at each call that its methods are experimental.
warnings.filterwarnings("ignore", category=FutureWarning)

ALL_CHANNELS = bytes.fromhex("fcff7ffcffffffffff1f")
TONES, TONES_AND_PACKETS = 2, 3


class Results:
    """What was measured and whether it is right."""

    def __init__(self):
        self.failures, self.count, self.worst = 0, 0, 0.0

    def hold(self, title, meters, measured, tolerance, average=statistics.median):
        middle = average(measured)
        error = abs(middle - meters)
        self.say(
            f"{title}: {middle:.3f} m of {meters:g} m, {min(measured):.3f} to {max(measured):.3f} in "
            f"{len(measured)} procedures", None if error <= tolerance else f"{error:.3f} m off")
        if tolerance == TOLERANCE:
            self.worst = max(self.worst, error)

    def say(self, title, problem=None):
        self.count += 1
        self.failures += problem is not None
        print(f"  {'pass' if problem is None else 'FAIL'}  {title}{f': {problem}' if problem else ''}", flush=True)


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


async def start(where, name, address):
    """A Bumble device that uses Channel Sounding."""
    bumble = await Bumble.on(where, name, address, mitm=False, channel_sounding=True)
    expect(bumble.device.cs_capabilities is not None, "Bumble has not found Channel Sounding in the controller")
    expect(bumble.device.cs_capabilities.cs_ipt_reflector_supported, "the controller has no inline correction")
    return bumble


class Initiator:
    """One link, from the connection to procedures."""

    def __init__(self, bumble, connection):
        self.device, self.connection = bumble.device, connection
        self.collector = distance.Collector(bumble.device.host, connection.handle, True)

    async def set_up(self):
        await self.connection.pair()
        expect(self.connection.is_encrypted, "the link is not encrypted")
        self.peer = await self.device.get_remote_cs_capabilities(self.connection)
        expect(self.peer.roles_supported & hci.CsRoleMask.REFLECTOR, "the peer can't be reflector")
        await self.device.set_default_cs_settings(self.connection)

    async def configure(self, main_mode=TONES, is_inline=False, role=hci.CsRole.INITIATOR, interval=12):
        """The configuration and its procedures' parameters, whichever end is the initiator; a procedure each `interval`
        connection events."""
        enhancements = hci.CsEnhancements.INLINE_PCT if is_inline else 0
        config = await self.device.create_cs_config(
            self.connection, main_mode_type=main_mode, channel_map=ALL_CHANNELS, role=role, cs_enhancements=enhancements)
        expect(config.role == role and config.channel_map == ALL_CHANNELS, f"another configuration: {config}")
        expect(config.t_ip1_time and config.t_fcs_time and config.t_pm_time, f"the configuration has no times: {config}")
        await self.device.enable_cs_security(self.connection)
        await self.device.set_cs_procedure_parameters(
            self.connection, config, min_procedure_interval=interval, max_procedure_interval=interval,
            max_procedure_count=PROCEDURES, max_subevent_len=20_000)
        return config

    async def run(self, config, *collectors):
        """Runs the procedures until every collector has all of them."""
        for collector in collectors:
            collector.begin()
        procedure = await self.device.enable_cs_procedure(self.connection, config)
        expect(procedure.state == 1 and procedure.procedure_count == PROCEDURES, f"another procedure: {procedure}")
        end = time.monotonic() + 120
        while any(len(collector.complete()) < PROCEDURES for collector in collectors):
            counts = [len(collector.complete()) for collector in collectors]
            expect(time.monotonic() < end, f"after 120 s the ends have {counts} of {PROCEDURES} procedures")
            await asyncio.sleep(0.02)


async def find_and_connect(bumble, name):
    found = asyncio.get_running_loop().create_future()

    def advertisement(report):
        if report.data.get(AdvertisingData.COMPLETE_LOCAL_NAME) == name and not found.done():
            found.set_result(report.address)

    bumble.device.on("advertisement", advertisement)
    await bumble.device.start_scanning(active=True, filter_duplicates=False)
    address = await asyncio.wait_for(found, 120)
    bumble.device.remove_listener("advertisement", advertisement)
    await bumble.device.stop_scanning()
    preferences = ConnectionParametersPreferences(connection_interval_min=15, connection_interval_max=15)
    return await bumble.device.connect(
        address, timeout=120, connection_parameters_preferences={hci.Phy.LE_1M: preferences})


async def with_the_tag(bumble, meters, results):
    """A scripted device as reflector: inline, and by its Ranging Service."""
    connection = await find_and_connect(bumble, TAG_NAME)
    initiator = Initiator(bumble, connection)
    await initiator.set_up()
    expect(initiator.peer.cs_ipt_reflector_supported, "the tag has no inline correction")
    config = await initiator.configure(is_inline=True)
    await initiator.run(config, initiator.collector)
    procedures = initiator.collector.complete().values()
    tones = [procedure.tones for procedure in procedures]
    results.say(
        f"{initiator.collector.subevents} subevents with {sum(tones)} tones",
        None if all(count == 72 for count in tones) else f"tones by procedure: {tones}")
    measured = [distance.by_phase(distance.combined(procedure.steps)) for procedure in procedures]
    results.hold("inline correction", meters, measured, TOLERANCE)

    peer = Peer(connection)
    await peer.request_mtu(247)
    client = RangingClient(peer)
    await client.discover()
    # A report takes some connection events to ask for, and two of them are kept.
    for uuid, interval, title, work in (
        (ranging_client.REAL_TIME, 12, "in real time", client.next_in_real_time),
        (ranging_client.ON_DEMAND, 24, "on demand", client.next_on_demand),
    ):
        config = await initiator.configure(interval=interval)
        await client.subscribe(uuid)
        reading = asyncio.ensure_future(several(work))
        await initiator.run(config, initiator.collector)
        reports = await reading
        expect(len(reports) >= PROCEDURES // 2, f"only {len(reports)} reports of {PROCEDURES} {title}")
        results.hold(f"Ranging Service {title}", meters, paired(initiator.collector, reports), TOLERANCE)
        if uuid == ranging_client.ON_DEMAND:
            await refusals(client, results)
        await client.unsubscribe(uuid)
    initiator.collector.close()
    await connection.disconnect()


async def several(work):
    """The reports of all procedures but those that were overwritten."""
    reports = [await work() for _ in range(PROCEDURES)]
    return [report for report in reports if report is not None]


def paired(collector, reports):
    """The reports with the initiator's procedures that they belong to."""
    procedures = {counter & 0x0FFF: one for counter, one in collector.complete().items()}
    measured = []
    for report in reports:
        counter, steps = distance.report_steps(report)
        expect(counter in procedures, f"a report of procedure {counter}, which was not")
        own = procedures[counter].steps
        expect(len(own) == len(steps), f"{len(own)} steps here, {len(steps)} in the report")
        measured.append(distance.by_phase(distance.combined(own, steps)))
    return measured


async def refusals(client, results):
    """What the control point has to refuse."""
    cases = [
        ([0x7F], ranging_client.UNKNOWN_OP_CODE, "an unknown op code"),
        ([ranging_client.GET], ranging_client.INVALID_PARAMETER, "a request without its parameter"),
        ([ranging_client.GET, 0xFF, 0x0F], ranging_client.NO_RECORDS, "a report that was not"),
        ([ranging_client.ABORT], ranging_client.ABORT_FAILED, "to stop what is not sent"),
    ]
    for request, code, title in cases:
        problem = None
        try:
            await client.expect(request, [ranging_client.RESPONSE, code])
        except AssertionError as error:
            problem = str(error)
        results.say(f"the control point refuses {title}", problem)


async def between_two(bumble, where, meters, results):
    """Bumble hosts on both controllers; what both measured is combined here."""
    other = await start(where, "Reflector", REFLECTOR_ADDRESS)
    try:
        accepted = asyncio.get_running_loop().create_future()
        other.device.once("connection", accepted.set_result)
        await other.device.start_advertising(advertising_data=bytes(AdvertisingData([
            (AdvertisingData.FLAGS, bytes([6])), (AdvertisingData.COMPLETE_LOCAL_NAME, b"Reflector")])))
        central = Initiator(bumble, await find_and_connect(bumble, "Reflector"))
        peripheral = await asyncio.wait_for(accepted, 120)
        await central.set_up()
        await other.device.set_default_cs_settings(peripheral)
        for role, title in ((hci.CsRole.INITIATOR, "initiator"), (hci.CsRole.REFLECTOR, "reflector")):
            is_initiator = role == hci.CsRole.INITIATOR
            central.collector.is_initiator = is_initiator
            collector = distance.Collector(other.device.host, peripheral.handle, not is_initiator)
            config = await central.configure(TONES_AND_PACKETS, role=role)
            await central.run(config, central.collector, collector)
            collector.close()
            here, there = (central.collector, collector) if is_initiator else (collector, central.collector)
            expect(here.complete().keys() == there.complete().keys(), "the ends count procedures differently")
            pairs = [(one.steps, there.complete()[counter].steps) for counter, one in here.complete().items()]
            expect(all(len(a) == len(b) for a, b in pairs), "the ends have different numbers of steps")
            measured = [distance.by_phase(distance.combined(*pair)) for pair in pairs]
            results.hold(f"both ends Bumble, the central as {title}", meters, measured, TOLERANCE)
            times = [distance.by_time(*pair) for pair in pairs]
            results.hold("  by the packets' times", meters, times, TIME_TOLERANCE, statistics.fmean)
        central.collector.close()
        await central.connection.disconnect()
    finally:
        await other.close()


async def measure(options, number, meters, results):
    print(f"\n{meters:g} m", flush=True)
    arguments = ["--channel-sounding", "--spacing", f"{meters}", "--device", f"tag={TAG_NAME}@{meters}"]
    arguments += ["--seed", f"{options.seed + number}"]
    if options.captures:
        arguments += ["--capture", os.path.join(options.captures, f"channel-sounding-{meters:g}.pcapng")]
    air = await Air.start(os.path.join(options.bin, "faraday"), *arguments)
    try:
        bumble = await start(air.where, "Initiator", INITIATOR_ADDRESS)
        try:
            await with_the_tag(bumble, meters, results)
            await between_two(bumble, air.where, meters, results)
        finally:
            await bumble.close()
    except Exception as error:  # Whatever it is, it is this distance's outcome.
        results.say("the way through it", f"{type(error).__name__}: {error}")
    finally:
        await air.stop()


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", help="the directory that holds faraday")
    parser.add_argument("--distances", default="1.5,8,30", help="metres, with commas between them (default 1.5,8,30)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first distance's air; the next have the next seeds")
    parser.add_argument("--captures", help="a directory for captures of everything, for check-captures")
    return parser.parse_args()


async def main():
    options = parse()
    if options.captures:
        os.makedirs(options.captures, exist_ok=True)
    results, begin = Results(), time.monotonic()
    for number, text in enumerate(options.distances.split(",")):
        await measure(options, number, float(text), results)
    print(f"\n{results.count} checks in {time.monotonic() - begin:.0f} s, {results.failures} failed; "
          f"from phases at most {results.worst:.3f} m off")
    return 1 if results.failures or not results.count else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
