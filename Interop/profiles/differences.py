"""Where a package does not do what the specification says. Each is looked for: one that is gone must go from here."""

from text import number


class Difference:
    """`package` differs in `field` of some characteristics.

    The field `read` is that it can't read some values at all, `write` that it writes other bytes than it has read, and `all`
    that it is not asked about the values that `when` picks. `correct` makes the right text of its text, if no other package
    has it.
    """

    def __init__(self, package, uuids, field, reason, correct=None, when=None):
        self.package, self.uuids, self.field = package, uuids.split(), field
        self.reason, self.correct, self.when = reason, correct, when

    def covers(self, package, uuid, field):
        return package == self.package and uuid in self.uuids and field in self.field.split()


def scaled(factor):
    return lambda text: number(round(float(text) * factor, 6))


def signed_byte(text):
    value = int(text)
    return number(value - 256 if value > 127 else value)


def flags(*bits):
    """Values that have one of these flags; all values, if there are none."""
    return lambda data: not bits or any(int.from_bytes(data[:2], 'little') >> bit & 1 for bit in bits)


SIG, CYCLING, FTMS, BLATANN = 'bluetooth-sig', 'pycycling', 'deancochran-ftms', 'blatann'
SUPPLEMENT = 'supplement'

DIFFERENCES = [
    # Not in this list: bluetooth-sig takes the exponents of SFLOAT and FLOAT for unsigned numbers with an offset, which is not
    # IEEE 11073-20601. `codecs_sig.py` gives it the functions of labmcp-ble-health instead.
    Difference(SIG, '2A60', 'write', 'it has the first field of PLX Features, not the two that it announces'),
    Difference(SIG, '2A9D', 'weight', '0xFFFF is an unsuccessful measurement (WSS 1.0.1, 3.2.1.2), and no weight'),
    Difference(SIG, '2A9C', 'write', 'it writes pounds in steps of 0.005; the Supplement has 0.01'),
    Difference(SIG, '2BEE', 'write', 'it leaves an unknown time out, with its flag'),
    Difference(SIG, '2A18', 'write', 'it forgets that a context follows'),
    Difference(SIG, '2AAA', 'time_zone', 'Time Zone is signed (Supplement, sint8)', signed_byte),
    Difference(
        SIG, '2A63', 'write', 'it forgets flags that announce no field: reference, source and offset compensation'
    ),
    Difference(SIG, '2A66', 'read', 'it lacks Start Enhanced Offset Compensation (CPS 1.1, opcode 16)'),
    Difference(
        SIG, '2A66', 'chain_length chain_weight', 'millimetres and grams (CPS 1.1, 3.4), not tenths', scaled(10)
    ),
    Difference(SIG, '2A66 2AD9', 'write', 'it forgets the parameter of a response'),
    Difference(SIG, '2A67 2A77', 'write', 'it cuts where rounding is needed'),
    Difference(SIG, '2A69', 'hdop vdop', 'the unit is 0.2 (Supplement: M = 2, d = -1), not 0.5', scaled(0.4)),
    # The Supplement of 2026 has one byte of resistance, and two of a treadmill's pace in seconds per 500 m. FTMS 1.0, which
    # machines follow, has two bytes, and one in tenths of a kilometre per minute.
    Difference(SIG, '2ACD', 'all', 'another version', when=flags(5, 6)),
    Difference(SUPPLEMENT, '2ACD', 'all', 'another version', when=flags(5, 6)),
    Difference(SIG, '2ACE 2AD1', 'all', 'another version', when=flags(7)),
    Difference(SUPPLEMENT, '2ACE 2AD1', 'all', 'another version', when=flags(7)),
    Difference(SIG, '2AD2', 'all', 'another version', when=flags(5)),
    Difference(SUPPLEMENT, '2AD2', 'all', 'another version', when=flags(5)),
    Difference(SIG, '2AD6', 'all', 'another version', when=flags()),
    Difference(SUPPLEMENT, '2AD6', 'all', 'another version', when=flags()),
    Difference(FTMS, '2AD1 2AD2', 'resistance_level', 'FTMS 1.0 has tenths only for cross trainers', scaled(10)),
    Difference(
        SUPPLEMENT,
        '2AAA',
        'time_zone',
        'it has no sign here; the Time Zone characteristic to which it refers has one',
        signed_byte,
    ),
    Difference(
        SUPPLEMENT, '2A9C', 'impedance', 'it has an exponent of -2, and says 1/10 of an ohm in words', scaled(10)
    ),
    Difference(
        SUPPLEMENT,
        '2ACD',
        'metabolic_equivalent',
        'it has no tenths here, but has for all other machines (FTMS 1.0, 4.4.1.13)',
        scaled(0.1),
    ),
    Difference(SUPPLEMENT, '2A37', 'rr_intervals', 'it has the unit, 1/1024 s, only in words'),
    Difference(SUPPLEMENT, '2BEF', 'value', 'it has days since 1970'),
    Difference(
        CYCLING,
        '2A63',
        'instantaneous_power maximum_force_magnitude minimum_force_magnitude maximum_torque_magnitude '
        'minimum_torque_magnitude',
        'power, force and torque are signed',
    ),
    Difference(BLATANN, '2A18', 'glucose_type sample_location', 'it exchanges the halves of a byte'),
    Difference(BLATANN, '2A34', 'tester health', 'it exchanges the halves of a byte'),
    Difference(BLATANN, '2A34', 'carbohydrate_id carbohydrate_kg', 'it exchanges the arguments of its own type'),
    Difference(BLATANN, '2A34', 'read', 'it can only read a context that says who tested'),
]
