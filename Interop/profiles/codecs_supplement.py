"""The Bluetooth SIG's GATT Specification Supplement, as the SIG publishes it for machines and `bluetooth-sig` carries it.

It says of each field its type, its unit's power of ten and of two, and the flag that announces it. `bluetooth-sig` itself has
its fields written out in Python, so this is another opinion.
"""

import re
from pathlib import Path

import foreign
import yaml
from labmcp_ble_health.driver import decode_float32, decode_sfloat, parse_date_time

from text import fields

LISTS = Path(foreign.folder('bluetooth_sig')) / 'bluetooth_sig'
SIZES = {'8': 1, '16': 2, '24': 3, '32': 4}

# Names of fields, where `bluetooth-sig` has others; and what stands before names.
NAMES = {
    'heart_rate_measurement_value_8_bit_resolution': 'heart_rate',
    'heart_rate_measurement_value_16_bit_resolution': 'heart_rate',
    'rr_interval': 'rr_intervals',
    'temperature_measurement_value_celsius': 'temperature',
    'temperature_measurement_value_fahrenheit': 'temperature',
    'intermediate_temperature_celsius': 'temperature',
    'intermediate_temperature_fahrenheit': 'temperature',
    'time_stamp': 'timestamp',
    'instantaneous_pace_time_per_500_meters': 'instantaneous_pace',
    'average_pace_time_per_500_meters': 'average_pace',
    'minimum_speed': 'minimum',
    'maximum_speed': 'maximum',
    'minimum_inclination': 'minimum',
    'maximum_inclination': 'maximum',
    'minimum_heart_rate': 'minimum',
    'maximum_heart_rate': 'maximum',
    'minimum_power': 'minimum',
    'maximum_power': 'maximum',
    'minimum_resistance_level': 'minimum',
    'maximum_resistance_level': 'maximum',
    'location_latitude': 'latitude',
    'location_longitude': 'longitude',
    'sensor_status_annunciation': 'sensor_status',
    'cgm_session_run_time': 'run_time_hours',
    'cgm_status': 'status',
    'session_start_time': 'start_time',
    'cgm_feature': 'features',
    'exercise_duration': 'exercise_duration_seconds',
    'exercise_intensity': 'exercise_intensity_percent',
    'medication': 'medication_value',
    'carbohydrate': 'carbohydrate_kg',
    'hba1c': 'hba1c_percent',
    'date_time': 'dt',
    'three_zone_heart_rate_limits_light_fat_burn_moderate_aerobic_limit': 'light_moderate_limit',
    'three_zone_heart_rate_limits_moderate_aerobic_hard_anaerobic_limit': 'moderate_hard_limit',
}
PREFIXES = (
    'five_zone_heart_rate_limits_',
    'four_zone_heart_rate_limits_',
    'blood_pressure_measurement_compound_value_',
    'intermediate_cuff_pressure_compound_value_',
)
UNITS = ('_mmhg', '_kpa')
# By characteristic: fields of whole values, opcodes, and offsets in minutes.
RENAMED = {
    **{(uuid, 'value'): 'features_bitmap' for uuid in ('2A49', '2A51', '2A6A')},
    **{(uuid, 'value'): 'features' for uuid in ('2A9B', '2A54', '2A5C', '2A65')},
    **{(uuid, 'op_code'): 'opcode' for uuid in ('2A52', '2AAC', '2A55')},
    ('2A9E', 'value'): 'raw_value',
    ('2A18', 'time_offset'): 'time_offset_minutes',
}
# Fields whose unit depends on a flag, and is not written for machines.
BY_FLAG = {
    '2A9D': {'weight', 'height'},
    '2A9C': {'muscle_mass', 'fat_free_mass', 'soft_lean_mass', 'body_water_mass', 'weight', 'height'},
}
# Units in which `bluetooth-sig` is more convenient: kilojoules and millimetres.
FACTORS = {('2A9C', 'basal_metabolism'): 1e-3, ('2A63', 'accumulated_energy'): 1e-3, ('2A78', 'value'): 1e3}


def identifiers():
    """The characteristics' numbers by the names that the Supplement has for them."""
    with open(LISTS / 'assigned_numbers/uuids/characteristic_uuids.yaml', encoding='utf-8') as file:
        return {entry['id']: '%04X' % entry['uuid'] for entry in yaml.load(file, yaml.CSafeLoader)['uuids']}


class Field:
    def __init__(self, entry):
        words = ' '.join(entry['description'].split())
        self.name = '_'.join(re.findall('[a-z0-9]+', entry['field'].lower()))
        self.type = entry['type']
        present = re.search(r'Present if bit (\d+) of (?:the )?Flags field is set to (\d)', words)
        self.present = (int(present[1]), int(present[2])) if present else None
        self.is_conditional = 'Present if' in words
        scale = re.search(r'M = (-?\d+), d = (-?\d+), b = (-?\d+)', words)
        self.scale = tuple(map(int, scale.groups())) if scale else (1, 0, 0)
        self.is_date = 'Date Time' in words

    def take(self, data):
        """The value at the start, and how long it is."""
        type_ = self.type.split('[')[0].strip()
        if type_ in ('medfloat16', 'medfloat32'):
            size = int(type_[-2:]) // 8
            decoded = (decode_sfloat if size == 2 else decode_float32)(int.from_bytes(data[:size], 'little'))
            return float('nan') if decoded.value is None else decoded.value, size
        if type_ == 'utf8s':
            return data.decode(), len(data)
        if self.is_date and type_ == 'struct':
            return parse_date_time(data[:7]), 7
        if type_ == 'boolean':
            size = SIZES[self.type[8:-1]]
            return int.from_bytes(data[:size], 'little'), size
        number = re.fullmatch(r'(u|s)?int(8|16|24|32)', type_)
        if not number:
            raise NotImplementedError(self.type)
        size = SIZES[number[2]]
        signed = number[1] != 'u'
        if '[' in self.type:
            return [self.scaled(data[i : i + size], signed) for i in range(0, len(data), size)], len(data)
        if len(data) < size:
            raise ValueError('too short')
        return self.scaled(data[:size], signed), size

    def scaled(self, data, signed):
        multiplier, ten, two = self.scale
        value = int.from_bytes(data, 'little', signed=signed) * multiplier * 2.0**two
        return value * 10**ten if ten >= 0 else value / 10**-ten


class Supplement:
    name = 'supplement'

    def __init__(self):
        self.structures = {}
        numbers = identifiers()
        for file in sorted((LISTS / 'gss').glob('org.bluetooth.characteristic.*.yaml')):
            with open(file, encoding='utf-8') as text:
                entry = yaml.load(text, yaml.CSafeLoader)['characteristic']
            if entry['identifier'] in numbers:
                self.structures[numbers[entry['identifier']]] = [Field(field) for field in entry['structure']]

    def reads(self, uuid):
        return uuid in self.structures

    @staticmethod
    def called(uuid, name):
        for prefix in PREFIXES:
            name = name.removeprefix(prefix)
        for unit in UNITS:
            name = name.removesuffix(unit)
        name = NAMES.get(name, name)
        return RENAMED.get((uuid, name), name)

    def decode(self, uuid, data):
        structure, flags, out = self.structures[uuid], None, {}
        for field in structure:
            if field.name == 'flags':
                flags, size = field.take(data)
                data = data[size:]
                continue
            if field.is_conditional:
                if field.present is None or flags is None:
                    break
                bit, value = field.present
                if flags >> bit & 1 != value:
                    continue
            try:
                value, size = field.take(data)
            except NotImplementedError:
                break
            data = data[size:]
            name = self.called(uuid, 'value' if len(structure) == 1 else field.name)
            if name not in BY_FLAG.get(uuid, ()):
                factor = FACTORS.get((uuid, name))
                out[name] = value * factor if factor else value
        return fields(out)

    def encode(self, uuid, data):
        return None
