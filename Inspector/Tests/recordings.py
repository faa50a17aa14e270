"""Recordings of our own as others write them: a phone's btsnoop, and a sniffer's pcap. A phone opens a lock, twice.

The first time the lock refuses what is not authenticated, so both pair; later it asks for a longer interval and ends the
link. The second time it falls silent. Before that it advertises, and what it advertises changes.
"""

import struct

import packets
from links import ACCESS as SEALED_ACCESS, SEALED

LOCK, PHONE = "C6:05:04:03:02:01", "D6:15:14:13:12:11"
BEGIN = 1_748_770_200                      # Sunday, 1 June 2025, 09:30:00 UTC
FULL, LOW = "02010605094c6f636b0416 0f18 57".replace(" ", ""), "02010605094c6f636b0416 0f18 0a".replace(" ", "")  # battery 87 %, 10 %
ADVERTS = [(0.2 + 0.25 * at, FULL if at < 6 else LOW) for at in range(10)]
LOW_AT = 1.7                               # when it is first heard with the lower value

# What is said on the first link: (seconds, from the phone, ATT, L2CAP channel 4).
TALK = [
    (3.30, True, "02b900"), (3.36, False, "03f700"),                          # MTU 185, 247
    (3.50, True, "0a0300"), (3.56, False, "0b4c6f636b"),                      # reads 0x0003: "Lock"
    (4.00, True, "12050001"), (4.06, False, "0112050005"),                    # writes 0x0005: Insufficient Authentication
    (5.00, True, "12050001"), (5.06, False, "13"),                            # and again, after pairing
    (6.00, True, "0a0b00"), (6.06, False, "010a0b0002"),                      # reads 0x000B: Read Not Permitted
    (6.50, False, "1b080057"), (6.60, False, "1b080056"), (6.70, False, "1b080055"),
    (6.80, True, "0a0300"), (6.86, False, "0b4c6f636b"),
]
ERRORS = sum(data.startswith("01") for _, _, data in TALK)
PAIRING = [(4.30, True, "01030009100101"), (4.36, False, "02030009100101")]   # Just Works, Secure Connections, bonding
UPDATE = (7.00, "12010800" + "2800" + "2800" + "0000" + "4800")               # the lock asks for 50 ms
UPDATED, ENDED, AGAIN, SILENT = 7.20, 8.00, 9.00, 10.0


class Snoop:
    """btsnoop version 1 with packets of H4: its time counts microseconds from the year 0."""

    def __init__(self):
        self.data = b"btsnoop\0" + struct.pack(">II", 1, 1002)
        self.count = 0

    def add(self, t, data, is_received):
        packet = bytes.fromhex(data)
        flags = int(is_received) | (2 if packet[0] in (1, 4) else 0)
        self.data += struct.pack(">IIIIq", len(packet), len(packet), flags, 0, 0x00DCDDB30F2F8000 + BEGIN * 1_000_000 + round(t * 1e6)) + packet
        self.count += 1

    def command(self, t, data, answer="0e0401"):
        self.add(t, data, False)
        answer = "04" + ("0e0401" + data[2:6] + "00" if answer == "0e0401" else "0f0400" + "01" + data[2:6])
        self.add(t + 0.001, answer, True)

    def l2cap(self, t, is_sent, channel, body):
        frame = packets.little(len(body) // 2, 2) + packets.little(channel, 2) + body
        self.add(t, "02" + packets.little(64 | (0 if is_sent else 0x2000), 2) + packets.little(len(frame) // 2, 2) + frame, not is_sent)


def phone(path):
    """What a phone's developer options write."""
    snoop, lock = Snoop(), packets.address_bytes(LOCK)
    connected = "043e1301004000" + "00" + "01" + lock + "1800" + "0000" + "4800" + "00"
    connects = "010d2019" + "60003000" + "00" + "01" + lock + "00" + "1800" + "2800" + "0000" + "4800" + "0000" + "0000"
    snoop.command(0, "01030c00")
    snoop.command(0.05, "010c20020100")
    for t, data in ADVERTS:
        snoop.add(t, "043e" + packets.little(12 + len(data) // 2, 1) + "0201" + "00" + "01" + lock + packets.little(len(data) // 2, 1) + data + "c4", True)
    snoop.command(2.9, "010c20020000")
    snoop.command(3.0, connects, "status")
    snoop.add(3.2, connected, True)
    for t, is_sent, body in sorted(TALK + [(t, s, b + "!") for t, s, b in PAIRING]):
        snoop.l2cap(t, is_sent, 6 if body.endswith("!") else 4, body.rstrip("!"))
        if body.endswith("!") and not is_sent:
            snoop.command(4.6, "0119201c4000" + "00" * 10 + "bf019dfb4ef3bc36d874f539413868 4c".replace(" ", ""), "status")
            snoop.add(4.7, "04080400400001", True)
    snoop.l2cap(UPDATE[0], False, 5, UPDATE[1])
    snoop.l2cap(UPDATE[0] + 0.01, True, 5, "130102000000")
    snoop.command(UPDATE[0] + 0.02, "0113200e4000" + "2800" + "2800" + "0000" + "4800" + "0000" + "0000", "status")
    snoop.add(UPDATED, "043e0a030040002800" + "0000" + "4800", True)
    snoop.add(ENDED, "04050400400013", True)
    snoop.command(AGAIN, connects, "status")
    snoop.add(AGAIN + 0.2, connected, True)
    snoop.add(SILENT, "04050400400008", True)
    path.write_bytes(snoop.data)
    return snoop.count


def checksum(pdu, start):
    """The CRC of 24 bits (Core 6.0, Vol 6, Part B, 3.1.1), as it is sent."""
    state = int(f"{start:024b}"[::-1], 2)
    for byte in pdu:
        for bit in range(8):
            state = state >> 1 ^ (0xDA6000 if (state ^ byte >> bit) & 1 else 0)
    return state.to_bytes(3, "little")


class Sniffer:
    """pcap with link type 256: Wireshark's header before each packet of the air."""

    def __init__(self):
        self.frames = []

    def add(self, t, channel, access, pdu, power, kind=0, start=0x555555):
        rf = {37: 0, 38: 12, 39: 39}.get(channel, channel + 1 if channel < 11 else channel + 2)
        data = bytes.fromhex(pdu)
        flags = 0x0001 | 0x0002 | 0x0010 | kind << 7 | 0x0400 | 0x0800   # dewhitened, power, access address, checked and right
        head = struct.pack("<BbbBIH", rf, power, 0, 0, access, flags)
        self.frames.append((t, head + struct.pack("<I", access) + data + checksum(data, start)))

    def write(self, path):
        data = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 256)
        for t, frame in sorted(self.frames, key=lambda each: each[0]):
            data += struct.pack("<IIII", BEGIN + int(t), round((t - int(t)) * 1e9), len(frame), len(frame)) + frame
        path.write_bytes(data)
        return len(self.frames)


class Followed:
    """A link that the sniffer follows: what each end has to say, in the events of the link, with their sequence bits."""

    def __init__(self, sniffer, access, begin, interval):
        self.sniffer, self.access, self.t, self.interval = sniffer, access, begin, interval
        self.bits, self.count, self.repeated = [0, 0], 0, 0

    def frame(self, end, body, kind):
        header = packets.data_header(kind, len(body) // 2, self.bits[1 - end] ^ end, self.bits[end], 0)
        self.sniffer.add(self.t + 0.0004 * end, self.count % 37, self.access, header + body, -52 - 9 * end, 2 + end, start=0xCD6320)

    def event(self, said=None, end=0, unheard=False):
        """One event: `said` is (kind, body) of one end. If the peripheral does not hear it, the same comes again."""
        one = said or (1, "")
        self.frame(0, *(one[::-1] if end == 0 else ("", 1)))
        if unheard:
            self.repeated += 1
        else:
            self.frame(1, *(one[::-1] if end == 1 else ("", 1)))
            self.bits = [bit ^ 1 for bit in self.bits]
        self.t += self.interval
        self.count += 1

    def until(self, t):
        while self.t < t:
            self.event()


def control(body):
    return 3, body


def attribute(body, channel=4):
    return 2, packets.little(len(body) // 2, 2) + packets.little(channel, 2) + body


def sniffer(path):
    """What a sniffer beside both hears. Gives what it wrote: packets, repeated ones, procedures of the link layer."""
    sniffer = Sniffer()
    for t, data in ADVERTS:
        for channel in (37, 38, 39):
            sniffer.add(t + 0.001 * channel - 0.037, channel, 0x8E89BED6, packets.advertising(LOCK, data), -60)
    procedures = 0
    links = []
    for begin, access in ((3.2, 0x50123A71), (AGAIN + 0.2, 0x50123A99)):
        sniffer.add(begin, 38, 0x8E89BED6, packets.connect_request(PHONE, LOCK, access, 24), -52)
        links.append(Followed(sniffer, access, begin + 0.002, 0.03))
    first, second = links
    said = sorted([(t, 0 if is_sent else 1, attribute(data)) for t, is_sent, data in TALK] + [(t, 0 if is_sent else 1, attribute(data, 6)) for t, is_sent, data in PAIRING]
                  + [(3.26, 0, control("08ff59000000000000")), (3.29, 1, control("09ff59000000000000")), (UPDATE[0], 1, attribute(UPDATE[1], 5)), (UPDATE[0] + 0.05, 0, attribute("130102000000", 5)),
                     (UPDATED - 0.1, 0, control("00" + "02" + "0000" + "2800" + "0000" + "4800" + packets.little(150, 2))), (ENDED, 1, control("0213"))], key=lambda each: each[0])
    for t, end, each in said:
        first.until(t)
        if t in (3.50, 6.80):
            first.event(each, end, unheard=True)
        first.event(each, end)
        procedures += each[0] == 3
    second.until(SILENT - 0.72)
    # The sample data of the specification: a link that is encrypted, with its key in links.py.
    sealed = [(0.1, 0, "0f17039078563412efcdab74241302f1e0dfcebdac24abdcba"), (0.2, 1, "0b0d047968574635241302bebaafde"), (0.3, 1, "070105"), (0.4, 0, "0f059fcda7f448"), (0.5, 1, "0705a34c13a415"),
              (0.6, 0, "0e1f7a70d66415226df26b17839a060405596bd6564f796b5b9ce6ff32f75a6d33"), (0.7, 1, "061ff38881e7bd94c9c369b9a66846dd4786aa8c39ce540d0dae3adcdf89b96088")]
    sealed += [(t, 0 if node == 0 else 1, pdu) for t, node, pdu in SEALED]
    for t, end, pdu in sealed:
        sniffer.add(11 + t, 5, SEALED_ACCESS, pdu, -70, 2 + end, start=0)
    return {"packets": sniffer.write(path), "repeated": first.repeated, "procedures": procedures + 3, "adverts": 3 * len(ADVERTS)}
