"""btsnoop files of one host each, with H4 (link type 1002), as one trace of the Linux monitor (link type 2001).

    monitor_trace.py OUTPUT INPUT...

The first input becomes hci0, the second hci1, and so on. A record of the monitor has the adapter in the upper half of
its flags and the kind of the packet in the lower; the byte of H4 is gone. Before its packets each adapter is announced:
its index, that it was opened, and its address.
"""

import struct
import sys

HEADER = b"btsnoop\0"
H4, MONITOR = 1002, 2001
NEW_INDEX, OPENED, CLOSED, INDEX_INFORMATION, NOTE = 0, 8, 9, 10, 12
# The type of H4, and whether the packet was received, to the kind.
KINDS = {
    (1, False): 2, (4, True): 3, (2, False): 4, (2, True): 5, (3, False): 6, (3, True): 7, (5, False): 18,
    (5, True): 19,
}
LINUX = 0x05F1


def records(data):
    """(time, was received, the packet with its H4 byte) of each record."""
    magic, version, link_type = struct.unpack_from(">8sII", data)
    if (magic, version, link_type) != (HEADER, 1, H4):
        raise ValueError(f"not btsnoop with H4, but {magic}, version {version}, link type {link_type}")
    position = 16
    while position < len(data):
        original, included, flags, _drops, time = struct.unpack_from(">IIIIQ", data, position)
        if original != included:
            raise ValueError(f"a packet of {original} bytes has {included}")
        position += 24
        yield time, flags & 1 == 1, data[position : position + included]
        position += included


def address(packets):
    """The public address, from the answer to Read BD_ADDR; none is zeros."""
    for _time, _received, packet in packets:
        if packet[:2] == b"\x04\x0e" and packet[4:7] == b"\x09\x10\x00":
            return packet[7:13]
    return bytes(6)


def trace(inputs):
    """The bytes of the monitor's trace of these files."""
    rows = []
    for adapter, data in enumerate(inputs):
        packets = list(records(data))
        first, last = packets[0][0], packets[-1][0]
        name = f"hci{adapter}".encode().ljust(8, b"\0")
        own = address(packets)
        rows += [
            (first, adapter, NEW_INDEX, struct.pack("<BB6s8s", 0, 1, own, name)),
            (first, adapter, OPENED, b""),
            (first, adapter, INDEX_INFORMATION, own + struct.pack("<H", LINUX)),
        ]
        rows += [(time, adapter, KINDS[packet[0], received], packet[1:]) for time, received, packet in packets]
        rows.append((last, adapter, CLOSED, b""))
    rows.sort(key=lambda row: row[0])
    # Notes of the whole system have an adapter that does not exist.
    rows.insert(0, (rows[0][0], 0xFFFF, NOTE, b"Linux version 6.1\0"))
    output = HEADER + struct.pack(">II", 1, MONITOR)
    for time, adapter, kind, payload in rows:
        output += struct.pack(">IIIIQ", len(payload), len(payload), adapter << 16 | kind, 0, time) + payload
    return output


def convert(output, inputs):
    contents = []
    for path in inputs:
        with open(path, "rb") as file:
            contents.append(file.read())
    with open(output, "wb") as file:
        file.write(trace(contents))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    convert(sys.argv[1], sys.argv[2:])
