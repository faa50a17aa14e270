"""A client of the Ranging Service on Bumble's GATT client, which has no profile for it."""

import asyncio
import struct

from bumble.core import UUID

SERVICE = UUID.from_16_bits(0x185B)
FEATURES, REAL_TIME, ON_DEMAND, CONTROL_POINT, READY, OVERWRITTEN = (
    UUID.from_16_bits(number) for number in range(0x2C14, 0x2C1A)
)
GET, ACKNOWLEDGE, RETRIEVE, ABORT, SET_FILTER = range(5)
DATA_COMPLETE, SEGMENTS_COMPLETE, RESPONSE = range(3)
SUCCESS, UNKNOWN_OP_CODE, INVALID_PARAMETER, ABORT_FAILED, NO_RECORDS = 1, 2, 3, 5, 8


class RangingClient:
    """What one peer's service sends: whole reports, in order."""

    def __init__(self, peer):
        self.peer = peer
        self.reports, self.answers, self.ready = asyncio.Queue(), asyncio.Queue(), asyncio.Queue()
        self.overwritten = []
        self.segments, self.next = b"", None

    async def discover(self):
        (service,) = await self.peer.discover_services([SERVICE])
        self.characteristics = {
            one.uuid: one for one in await self.peer.discover_characteristics(service=service)
        }
        missing = {FEATURES, REAL_TIME, ON_DEMAND, CONTROL_POINT, READY, OVERWRITTEN} - set(self.characteristics)
        if missing:
            raise AssertionError(f"the Ranging Service lacks {missing}")
        self.features = int.from_bytes(await self.characteristics[FEATURES].read_value(), "little")
        await self.characteristics[CONTROL_POINT].subscribe(self.answers.put_nowait, prefer_notify=False)
        await self.characteristics[READY].subscribe(
            lambda value: self.ready.put_nowait(int.from_bytes(value, "little")))
        await self.characteristics[OVERWRITTEN].subscribe(
            lambda value: self.overwritten.append(int.from_bytes(value, "little")))

    async def subscribe(self, uuid):
        """To the data: in real time, or on demand; a server may refuse both at once."""
        await self.characteristics[uuid].subscribe(self.segment)

    async def unsubscribe(self, uuid):
        await self.characteristics[uuid].unsubscribe(self.segment)

    def segment(self, value):
        is_first, is_last, index = value[0] & 1, value[0] & 2, value[0] >> 2
        if is_first:
            self.segments, self.next = b"", index
        if index != self.next:
            self.next = None
            return
        self.segments += bytes(value[1:])
        self.next = (index + 1) & 0x3F
        if is_last:
            self.reports.put_nowait(self.segments)
            self.next = None

    async def ask(self, request):
        """Writes to the control point; its answer."""
        await self.characteristics[CONTROL_POINT].write_value(bytes(request), with_response=False)
        return bytes(await asyncio.wait_for(self.answers.get(), 120))

    async def expect(self, request, answer):
        got = await self.ask(request)
        if got != bytes(answer):
            raise AssertionError(f"the control point answers {got.hex()} to {bytes(request).hex()}, not {bytes(answer).hex()}")

    async def next_on_demand(self):
        """The report that is ready next: asked for, received, acknowledged. None if newer ones have taken its place."""
        counter = await asyncio.wait_for(self.ready.get(), 120)
        number = struct.pack("<H", counter)
        answer = await self.ask([GET, *number])
        if self.is_overwritten(counter, answer):
            return None
        if answer != bytes([DATA_COMPLETE, *number]):
            raise AssertionError(f"the control point answers {answer.hex()} to a request of report {counter}")
        report = await asyncio.wait_for(self.reports.get(), 120)
        answer = await self.ask([ACKNOWLEDGE, *number])
        if answer != bytes([RESPONSE, SUCCESS]) and not self.is_overwritten(counter, answer):
            raise AssertionError(f"the control point answers {answer.hex()} to report {counter} acknowledged")
        return report

    def is_overwritten(self, counter, answer):
        return answer == bytes([RESPONSE, NO_RECORDS]) and counter in self.overwritten

    async def next_in_real_time(self):
        return await asyncio.wait_for(self.reports.get(), 120)
