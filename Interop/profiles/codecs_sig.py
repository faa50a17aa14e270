"""The package `bluetooth-sig`: it reads and writes every characteristic of the table.

It reads the exponents of medical floats without their sign, see `differences.py`. So it is given another package's
function for these numbers; where they are in a value, and when, is still its own.
"""

import logging
import warnings

warnings.simplefilter('ignore')
logging.disable(logging.CRITICAL)

from bluetooth_sig.gatt.characteristics.registry import CharacteristicRegistry
from bluetooth_sig.gatt.characteristics.utils.ieee11073_parser import IEEE11073Parser
from bluetooth_sig.types.uuid import BluetoothUUID
import foreign
from labmcp_ble_health.driver import decode_float32, decode_sfloat

from text import fields

assert foreign

SPECIAL = {'+INFINITY': 'inf', '-INFINITY': '-inf'}


class WireFloat(float):
    """A number that remembers its bytes, so that writing it is no question of rounding."""


def medical_float(decode, width):
    def parse(data, offset=0):
        raw = bytes(data[offset : offset + width])
        if len(raw) < width:
            raise ValueError('a medical float is too short')
        decoded = decode(int.from_bytes(raw, 'little'))
        value = WireFloat('nan' if decoded.value is None else decoded.value)
        value.raw = raw
        return value

    return staticmethod(parse)


def write_float(original):
    return staticmethod(lambda value: bytearray(value.raw) if isinstance(value, WireFloat) else original(value))


IEEE11073Parser.parse_sfloat = medical_float(decode_sfloat, 2)
IEEE11073Parser.parse_float32 = medical_float(decode_float32, 4)
IEEE11073Parser.encode_sfloat = write_float(IEEE11073Parser.encode_sfloat)
IEEE11073Parser.encode_float32 = write_float(IEEE11073Parser.encode_float32)

# What repeats other fields, or is how the package keeps a value.
REPEATED = {
    'height_unit',
    'muscle_mass_unit',
    'feature_count',
    'enabled_features',
    'min_length',
    'max_length',
    'total_offset_hours',
    'timezone.description',
    'dst_offset.description',
    'timezone.offset_hours',
    'dst_offset.offset_hours',
}


# Characteristics whose bits it gives once together and once each.
TOGETHER = {'2A51': 'features_bitmap'}

# Flags that announce no field.
KEPT = {('2A4A', 'flags'), ('2A7D', 'flags')}

# What it calls the units of the Glucose service, whose values it leaves as they are.
UNITS = {'mg/dL': 'kg/L', 'mmol/L': 'mol/L'}


def characteristic(uuid):
    return CharacteristicRegistry.get_characteristic_class_by_uuid(BluetoothUUID(uuid))()


def is_wanted(uuid, name):
    return (uuid, name) in KEPT or not (
        name in REPEATED
        or name.startswith('info.')
        or name.split('.')[-1] in ('flags', 'spot_check_flags', 'continuous_flags')
        or name.endswith(('_supported', '_support', '_detection'))
    )


class Codec:
    name = 'bluetooth-sig'

    def __init__(self):
        self.known = {}

    def of(self, uuid):
        if uuid not in self.known:
            self.known[uuid] = characteristic(uuid)
        return self.known[uuid]

    def reads(self, uuid):
        return True

    def decode(self, uuid, data):
        found = fields(self.of(uuid).parse_value(data))
        together = TOGETHER.get(uuid)
        return {
            name.removeprefix('optional_fields.'): UNITS.get(text, text)
            for name, text in found.items()
            if is_wanted(uuid, name) and together in (None, name)
        }

    def encode(self, uuid, data):
        """Writes what it has read."""
        codec = self.of(uuid)
        return bytes(codec.build_value(codec.parse_value(data)))
