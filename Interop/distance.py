"""From the steps of Channel Sounding to metres: step data as HCI and the Ranging Service have them, and two estimates.

Nothing here is taken from Faraday: the layout of steps is that of Core 6.0, Vol 4, Part E, 7.7.65.44, and the estimates are those
of textbooks.
"""

import cmath
import math
import statistics
import struct

SPEED_OF_LIGHT = 299_792_458.0
# The bits of a tone quality indicator that say how good it is: high, medium, low, not available.
GOOD_QUALITIES = (0, 1)
NO_TIME = -0x8000


class Step:
    """One step at one end: its mode, its channel if known, tones as (PCT, is good) by antenna path, and a time."""

    def __init__(self, mode, data, is_initiator, paths, channel=None):
        self.mode, self.channel, self.tones, self.time, self.has_packet = mode, channel, [], None, False
        data = bytes(data)
        expected = self.size(mode, is_initiator, paths)
        if len(data) != expected:
            raise ValueError(f"a step of mode {mode} has {len(data)} octets of data, not {expected}")
        if mode == 0:
            self.has_packet = data[0] & 0x0F != 2
            return
        if mode in (1, 3):
            self.has_packet = data[0] & 0x0F == 0
            (time,) = struct.unpack_from("<h", data, 3)
            self.time = time if self.has_packet and time != NO_TIME else None
            data = data[6:]
        if mode in (2, 3):
            # After the permutation a tone for each path, and the extension slot.
            for path in range(paths):
                term, quality = data[1 + 4 * path : 4 + 4 * path], data[4 + 4 * path]
                self.tones.append((phase_correction_term(term), quality & 0x0F in GOOD_QUALITIES))

    @staticmethod
    def size(mode, is_initiator, paths):
        """The octets of a step's data, without sounding sequences."""
        return {0: 5 if is_initiator else 3, 1: 6, 2: 1 + 4 * (paths + 1), 3: 7 + 4 * (paths + 1)}[mode]


def phase_correction_term(octets):
    """12 bits in phase, 12 bits in quadrature, both signed."""
    bits = int.from_bytes(octets, "little")
    return complex(*((part ^ 0x800) - 0x800 for part in (bits & 0xFFF, bits >> 12)))


class Procedure:
    """What one end measured in one procedure, collected from the events of its controller."""

    def __init__(self):
        self.steps, self.is_done, self.is_aborted = [], False, False

    @property
    def tones(self):
        return sum(1 for step in self.steps if step.tones)


class Collector:
    """Puts subevents together: `LE CS Subevent Result` and `... Continue` of one connection."""

    def __init__(self, host, handle, is_initiator):
        self.host, self.handle, self.is_initiator = host, handle, is_initiator
        self.begin()
        host.on("cs_subevent_result", self.result)
        host.on("cs_subevent_result_continue", self.add)

    def close(self):
        self.host.remove_listener("cs_subevent_result", self.result)
        self.host.remove_listener("cs_subevent_result_continue", self.add)

    def begin(self):
        """Forgets what there was."""
        self.procedures, self.current, self.subevents = {}, None, 0

    def result(self, event):
        if event.connection_handle == self.handle:
            self.subevents += 1
            self.current = self.procedures.setdefault(event.procedure_counter, Procedure())
            self.add(event)

    def add(self, event):
        if event.connection_handle != self.handle or self.current is None:
            return
        for mode, channel, data in zip(event.step_mode, event.step_channel, event.step_data):
            self.current.steps.append(Step(mode, data, self.is_initiator, event.num_antenna_paths, channel))
        self.current.is_done |= event.procedure_done_status == 0
        self.current.is_aborted |= 0x0F in (event.procedure_done_status, event.subevent_done_status)

    def complete(self):
        return {counter: one for counter, one in self.procedures.items() if one.is_done and not one.is_aborted}


def report_steps(report):
    """The counter and the steps of a reflector's report, as the Ranging Service sends it (Ranging Service 1.0, 3.2)."""
    first, _, mask = struct.unpack_from("<HbB", report)
    paths, place, steps = bin(mask & 0x0F).count("1"), 4, []
    while place < len(report):
        *_, count = struct.unpack_from("<HHBBbB", report, place)
        place += 8
        for _ in range(count):
            mode = report[place]
            place += 1
            if mode & 0x80:  # It was aborted, and has no data.
                steps.append(None)
                continue
            size = Step.size(mode, False, paths)
            steps.append(Step(mode, report[place : place + size], False, paths))
            place += size
    return first & 0x0FFF, steps


def combined(initiator, reflector=None):
    """The two-way tones by their channels. With inline correction the initiator's tones have both ways already."""
    tones = {}
    for index, step in enumerate(initiator):
        if not step.tones:
            continue
        term, is_good = step.tones[0]
        if reflector is not None:
            other = reflector[index]
            if other is None or other.mode != step.mode or other.channel not in (None, step.channel):
                raise ValueError(f"step {index} is not the same at both ends")
            term, is_good = term * other.tones[0][0], is_good and other.tones[0][1]
        if is_good and term != 0:
            tones.setdefault(step.channel, []).append(term / abs(term))
    return {channel: sum(terms) / len(terms) for channel, terms in tones.items()}


def by_phase(tones):
    """Metres from the slope of the phase over the frequency; tones are 1 MHz apart, with holes.

    A tone of f that goes d there and back turns by -4 pi f d / c. The neighbours say roughly how fast the phase
    turns; without that turn nothing is left to unwrap, and a straight line through the rest corrects it.
    """
    channels = sorted(tones)
    turns = [tones[b] * tones[a].conjugate() for a, b in zip(channels, channels[1:]) if b == a + 1]
    if len(turns) < 15:
        raise ValueError(f"only {len(turns)} pairs of neighbouring channels")
    rough = cmath.phase(sum(turns))
    unturned = [tones[channel] * cmath.exp(-1j * rough * channel) for channel in channels]
    middle = sum(unturned)
    rest, last = [], 0.0
    for tone in unturned:
        phase = cmath.phase(tone * middle.conjugate())
        last = phase - 2 * math.pi * round((phase - last) / (2 * math.pi))
        rest.append(last)
    slope = (rough + line_slope(channels, rest)) / 1e6
    meters = -slope * SPEED_OF_LIGHT / (4 * math.pi)
    # A negative distance of more than noise is beyond half of what is unambiguous at 1 MHz.
    return meters if meters > -5 else meters + SPEED_OF_LIGHT / 2e6


def line_slope(xs, ys):
    """Least squares."""
    middle_x, middle_y = statistics.fmean(xs), statistics.fmean(ys)
    above = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys))
    return above / sum((x - middle_x) ** 2 for x in xs)


def by_time(initiator, reflector):
    """Metres from packets: half of what passes at the initiator beyond what passes at the reflector, in 0.5 ns."""
    times = [
        here.time - there.time
        for here, there in zip(initiator, reflector)
        if there is not None and here.time is not None and there.time is not None
    ]
    if not times:
        raise ValueError("no packet arrived at both ends")
    return statistics.fmean(times) / 2 * 0.5e-9 * SPEED_OF_LIGHT
