"""Bytes to compare: for each characteristic of the profiles, values with every field, alone and together.

The bytes are only questions. What they mean is said by the packages in `codecs.py`, and no package may disagree.
"""

import struct


class Draw:
    """The same numbers on every machine."""

    def __init__(self, seed):
        self.state = seed * 2654435761 + 12345 & 0xFFFFFFFF

    def below(self, limit):
        self.state = self.state * 1664525 + 1013904223 & 0xFFFFFFFF
        return (self.state >> 8) % limit

    def between(self, low, high):
        return low + self.below(high - low + 1)


def short_float(draw):
    """A positive SFLOAT: 12 bits of mantissa, 4 bits of exponent."""
    return struct.pack('<H', (draw.between(-1, 0) & 0xF) << 12 | draw.between(1, 1999))


def pressure(draw):
    """An SFLOAT that is a pressure in mmHg and in kPa."""
    return struct.pack('<H', 0xF000 | draw.between(20, 390))


def long_float(draw):
    """A FLOAT: 24 bits of mantissa, 8 bits of exponent."""
    return struct.pack('<I', (draw.between(-2, 0) & 0xFF) << 24 | draw.between(-400, 11000) & 0xFFFFFF)


def date_time(draw):
    return struct.pack(
        '<HBBBBB',
        draw.between(2001, 2098),
        draw.between(1, 12),
        draw.between(1, 28),
        draw.between(0, 23),
        draw.between(0, 59),
        draw.between(0, 59),
    )


def one_of(*values):
    return lambda draw: bytes([values[draw.below(len(values))]])


def one_of_words(*values):
    return lambda draw: struct.pack('<H', values[draw.below(len(values))])


def nibbles(low, high):
    return lambda draw: bytes([low[draw.below(len(low))] | high[draw.below(len(high))] << 4])


def bits(width, mask):
    """A field of flags, of which those of `mask` have a meaning."""
    return lambda draw: (draw.below(1 << 24) & mask).to_bytes(width, 'little')


def numbers(format):
    """Numbers as `struct` writes them. Values at the end of a range often have a meaning of their own: not here."""

    def write(draw):
        out = b''
        for code in format:
            size = {'B': 1, 'b': 1, 'H': 2, 'h': 2, 'T': 3, 't': 3, 'I': 4, 'i': 4}[code]
            if code.islower():
                limit = 1 << 8 * size - 1
                value = draw.between(-limit // 3, limit // 3)
            else:
                value = draw.below(min(1 << 8 * size, 1 << 24) * 3 // 4)
            out += (value & (1 << 8 * size) - 1).to_bytes(size, 'little')
        return out

    return write


def packed(*values, width=1):
    return lambda draw: b''.join(v.to_bytes(width, 'little') for v in values)


NAMES = {'M': pressure, 'P': short_float, 'F': long_float, 'D': date_time}


def field(kind):
    return kind if callable(kind) else NAMES.get(kind) or numbers(kind)


class Flagged:
    """Flags, and fields that they announce, in the order in which they are sent.

    A field is `(bit, kind)`; one with a bit of `None` is always there, and a bit of `~n` announces with 0. `extra` are flags
    without a field, and of each pair in `exclusive` only the first is announced.
    """

    def __init__(self, width, *fields, extra=(), exclusive=()):
        self.width, self.fields, self.extra, self.exclusive = width, fields, extra, exclusive

    def rows(self, draw):
        announced = sorted({b if b >= 0 else ~b for b, _ in self.fields if b is not None})
        choices = [[], *[[b] for b in announced], announced]
        choices += [[b for b in announced if draw.below(2)] for _ in range(3)]
        for wanted in choices:
            wanted = [b for b in wanted if not any(b == last and first in wanted for first, last in self.exclusive)]
            yield self.row(set(wanted), 0, draw)
        for value in self.extra:
            yield self.row(set(announced[:1]), value, draw)

    def row(self, wanted, flags, draw):
        body = b''
        for bit, kind in self.fields:
            if bit is not None and (bit if bit >= 0 else ~bit) not in wanted:
                continue
            body += field(kind)(draw)
        for bit in {b for b, _ in self.fields if b is not None}:
            flags |= (1 << bit if bit in wanted else 0) if bit >= 0 else (0 if ~bit in wanted else 1 << ~bit)
        return flags.to_bytes(self.width, 'little') + body


class Plain:
    """Fields that are always there."""

    def __init__(self, *fields, count=4):
        self.fields, self.count = fields, count

    def rows(self, draw):
        for _ in range(self.count):
            yield b''.join(field(kind)(draw) for kind in self.fields)


class Codes:
    """One byte of a list."""

    def __init__(self, *values):
        self.values = values

    def rows(self, draw):
        yield from (bytes([v]) for v in self.values)


class Given:
    """Bytes written out, in hexadecimal digits."""

    def __init__(self, *rows):
        self.hex = rows

    def rows(self, draw):
        yield from (bytes.fromhex(row) for row in self.hex)


class Several:
    def __init__(self, *layouts):
        self.layouts = layouts

    def rows(self, draw):
        for layout in self.layouts:
            yield from layout.rows(draw)


class Text(Given):
    def __init__(self, *texts):
        super().__init__(*(t.encode().hex() for t in texts))


def rows(uuid, layout):
    """The bytes for a characteristic, each once."""
    seen = []
    for row in layout.rows(Draw(int(uuid, 16))):
        if row not in seen:
            seen.append(row)
    return seen
