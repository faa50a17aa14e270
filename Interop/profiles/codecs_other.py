"""Packages that know some of the characteristics. Each gives the fields their names in `bluetooth-sig`."""

import struct

import foreign
from blatann.services import ble_data_types as stream_types
from blatann.services.current_time import data_types as current_time
from blatann.services.device_info import data_types as device_info
from blatann.services.glucose import data_types as glucose
from bumble.core import Appearance
from bumble.profiles import heart_rate_service
from bumble.profiles.battery_service import BatteryService
from bumble.profiles.device_information_service import DeviceInformationService
from labmcp_ble_health import driver as health
from pycycling import battery_service, cycling_power_service, cycling_speed_cadence_service
from pycycling import heart_rate_service as cycling_heart_rate
from pycycling.ftms_parsers.indoor_bike_data import parse_indoor_bike_data

from codecs_machines import FitnessMachine
from package import Package

assert foreign


# Bumble.

Beat = heart_rate_service.HeartRateService.HeartRateMeasurement


def bumble_beat(data):
    beat = Beat.from_bytes(data)
    contact = {None: 0, False: 1, True: 2}[beat.sensor_contact_detected]
    return {
        'heart_rate': beat.heart_rate,
        'sensor_contact': contact,
        'energy_expended': beat.energy_expended,
        'rr_intervals': list(beat.rr_intervals or ()),
    }


def bumble_system_id(data):
    high, low = DeviceInformationService.unpack_system_id(data)
    return {'oui': high.to_bytes(3, 'little'), 'manufacturer_id': low.to_bytes(5, 'little')}


def appearance(data):
    return Appearance.from_int(int.from_bytes(data, 'little'))


class Bumble(Package):
    name = 'bumble'
    decoders = {
        '2A37': bumble_beat,
        '2A23': bumble_system_id,
        '2A01': lambda data: {'raw_value': int(appearance(data))},
        '2A19': lambda data: struct.unpack(BatteryService.BATTERY_LEVEL_FORMAT, data)[0],
    }
    encoders = {
        '2A01': lambda data: int(appearance(data)).to_bytes(2, 'little'),
        '2A37': lambda data: bytes(Beat.from_bytes(data)),
        '2A23': lambda data: DeviceInformationService.pack_system_id(*DeviceInformationService.unpack_system_id(data)),
    }


# pycycling.


def seconds(ticks, per_second):
    return None if ticks is None else ticks / per_second


def cycling_beat(data):
    beat = cycling_heart_rate._parse_hr_measurement(data)
    return {
        'heart_rate': beat.bpm,
        'energy_expended': beat.energy_expended,
        'rr_intervals': [r / 1024 for r in beat.rr_interval],
    }


def cycling_speed(data):
    m = cycling_speed_cadence_service._parse_csc_measurement(data)
    return {
        'cumulative_wheel_revolutions': m.cumulative_wheel_revs,
        'last_wheel_event_time': seconds(m.last_wheel_event_time, 1024),
        'cumulative_crank_revolutions': m.cumulative_crank_revs,
        'last_crank_event_time': seconds(m.last_crank_event_time, 1024),
    }


def set_bits(flags):
    return sum(1 << bit for bit, flag in enumerate(flags) if flag)


def cycling_power(data):
    m = cycling_power_service._parse_cycling_power_measurement(data)
    return {
        'instantaneous_power': m.instantaneous_power,
        'pedal_power_balance': seconds(m.pedal_power_balance, 2),
        'accumulated_torque': seconds(m.accumulated_torque, 32),
        'accumulated_energy': m.accumulated_energy,
        'cumulative_wheel_revolutions': m.cumulative_wheel_revs,
        'last_wheel_event_time': seconds(m.last_wheel_event_time, 2048),
        'cumulative_crank_revolutions': m.cumulative_crank_revs,
        'last_crank_event_time': seconds(m.last_crank_event_time, 1024),
        'maximum_force_magnitude': m.maximum_force_magnitude,
        'minimum_force_magnitude': m.minimum_force_magnitude,
        'maximum_torque_magnitude': seconds(m.maximum_torque_magnitude, 32),
        'minimum_torque_magnitude': seconds(m.minimum_torque_magnitude, 32),
        'top_dead_spot_angle': m.top_dead_spot_angle,
        'bottom_dead_spot_angle': m.bottom_dead_spot_angle,
    }


def cycling_vector(data):
    m = cycling_power_service._parse_cycling_power_vector(data)
    return {
        'crank_revolution_data.crank_revolutions': m.cumulative_crank_revs,
        'crank_revolution_data.last_crank_event_time': seconds(m.last_crank_event_time, 1024),
        'first_crank_measurement_angle': m.first_crank_measurement_angle,
        'instantaneous_force_magnitude_array': m.instantaneous_force_magnitudes or None,
        'instantaneous_torque_magnitude_array': [t / 32 for t in m.instantaneous_torque_magnitudes] or None,
        'instantaneous_measurement_direction': m.instantaneous_measurement_direction.value - 1,
    }


def cycling_bike(data):
    bike = parse_indoor_bike_data(data)._asdict()
    names = {
        'instant_speed': 'instantaneous_speed',
        'instant_cadence': 'instantaneous_cadence',
        'instant_power': 'instantaneous_power',
    }
    return {names.get(name, name): value for name, value in bike.items()}


class Pycycling(Package):
    name = 'pycycling'
    decoders = {
        '2A37': cycling_beat,
        '2A5B': cycling_speed,
        '2A63': cycling_power,
        '2A64': cycling_vector,
        '2AD2': cycling_bike,
        '2A19': battery_service._parse_battery_level,
        '2A5C': lambda data: {'features': set_bits(cycling_speed_cadence_service._parse_csc_feature(data))},
    }


# labmcp-ble-health.


def medical(value):
    return None if value is None else float('nan') if value.value is None else value.value


def bits_of(names, table):
    return sum(1 << bit for bit, name in table.items() if name in names)


def oximetry(parse, has_status, has_device):
    def decode(data):
        m = parse(data)
        return {
            'spo2': medical(m.spo2_pct),
            'pulse_rate': medical(m.pulse_rate_bpm),
            'timestamp': m.timestamp,
            'spo2_fast': medical(m.spo2_fast_pct),
            'pulse_rate_fast': medical(m.pulse_rate_fast_bpm),
            'spo2_slow': medical(m.spo2_slow_pct),
            'pulse_rate_slow': medical(m.pulse_rate_slow_bpm),
            'measurement_status': (
                bits_of(m.measurement_status, health.PLX_MEASUREMENT_STATUS) if data[0] & has_status else None
            ),
            'device_and_sensor_status': (
                bits_of(m.device_sensor_status, health.PLX_DEVICE_SENSOR_STATUS) if data[0] & has_device else None
            ),
            'pulse_amplitude_index': medical(m.pulse_amplitude_index_pct),
        }

    return decode


def oximeter_features(data):
    found = health.parse_plx_features(data)
    measurement, device = found.get('measurement_status_supported'), found.get('device_sensor_status_supported')
    return {
        'value': bits_of(found['supported_features'], health.PLX_FEATURES),
        'measurement_status': None if measurement is None else bits_of(measurement, health.PLX_MEASUREMENT_STATUS),
        'device_and_sensor_status': None if device is None else bits_of(device, health.PLX_DEVICE_SENSOR_STATUS),
    }


def pressure(data):
    m = health.parse_blood_pressure_measurement(data)
    return {
        'systolic': medical(m.systolic),
        'diastolic': medical(m.diastolic),
        'mean_arterial_pressure': medical(m.mean_arterial),
        'unit': m.unit,
        'timestamp': m.timestamp,
        'pulse_rate': medical(m.pulse_rate_bpm),
        'user_id': m.user_id,
    }


def cuff_pressure(data):
    return {
        ('current_cuff_pressure' if name == 'systolic' else name): value
        for name, value in pressure(data).items()
        if name not in ('diastolic', 'mean_arterial_pressure')
    }


TYPES = {name: code for code, name in health.TEMPERATURE_TYPES.items()}


def temperature(data):
    m = health.parse_temperature_measurement(data)
    return {
        'temperature': medical(m.value),
        'unit': '°' + m.unit,
        'timestamp': m.timestamp,
        'temperature_type': TYPES.get(m.temperature_type),
    }


def weight(data):
    m = health.parse_weight_measurement(data)
    return {
        'weight': m.weight,
        'weight_unit': m.unit,
        'timestamp': m.timestamp,
        'user_id': m.user_id,
        'bmi': m.bmi_kg_m2,
        'height': m.height,
    }


def health_beat(data):
    m = health.parse_heart_rate_measurement(data)
    return {
        'heart_rate': m.bpm,
        'sensor_contact': {None: 0, False: 1, True: 2}[m.sensor_contact],
        'energy_expended': m.energy_expended_kj,
        'rr_intervals': m.rr_intervals_s,
    }


PRESSURE_FEATURES = [
    'body_movement_detection',
    'cuff_fit_detection',
    'irregular_pulse_detection',
    'pulse_rate_range_detection',
    'measurement_position_detection',
    'multiple_bonds',
    'e2e_crc',
    'user_data_service',
    'user_facing_time',
]
LOCATIONS = {name: code for code, name in health.BODY_SENSOR_LOCATIONS.items()}


class Health(Package):
    name = 'labmcp-ble-health'
    decoders = {
        '2A37': health_beat,
        '2A38': lambda data: LOCATIONS[health.parse_body_sensor_location(data)],
        '2A19': health.parse_battery_level,
        '2A35': pressure,
        '2A36': cuff_pressure,
        '2A1C': temperature,
        '2A1E': temperature,
        '2A1D': lambda data: TYPES[health.parse_temperature_type(data[0])],
        '2A9D': weight,
        '2A5E': oximetry(health.parse_plx_spot_check, 2, 4),
        '2A5F': oximetry(health.parse_plx_continuous, 4, 8),
        '2A60': oximeter_features,
        '2A49': lambda data: {
            'features_bitmap': bits_of(health.parse_blood_pressure_feature(data), dict(enumerate(PRESSURE_FEATURES)))
        },
        **{uuid: health.decode_string for uuid in '2A24 2A25 2A26 2A27 2A28 2A29'.split()},
    }


# Blatann.


def stream(data):
    return stream_types.BleDataStream(bytes(data))


def bitfield(value):
    return int.from_bytes(value.encode().value, 'little')


def glucose_measurement(data):
    m = glucose.GlucoseMeasurement.decode(stream(data))
    out = {
        'sequence_number': m.sequence_number,
        'base_time': m.measurement_time,
        'time_offset_minutes': m.time_offset_minutes,
        'sensor_status': None if m.sensor_status is None else bitfield(m.sensor_status),
    }
    if m.sample:
        out |= {
            'glucose_concentration': m.sample.value,
            'glucose_type': m.sample.type,
            'sample_location': m.sample.sample_location,
        }
    return out


def glucose_context(data):
    c = glucose.GlucoseContext.decode(stream(data))
    out = {
        'sequence_number': c.sequence_number,
        'extended_flags': c.extra_flags,
        'meal': c.meal_type,
        'tester': c.tester,
        'health': c.health_status,
        'hba1c_percent': c.hba1c_percent,
    }
    if c.carbs:
        out |= {'carbohydrate_id': c.carbs.carb_type, 'carbohydrate_kg': c.carbs.carbs_grams}
    if c.exercise:
        out |= {
            'exercise_duration_seconds': c.exercise.duration_seconds,
            'exercise_intensity_percent': c.exercise.intensity_percent,
        }
    if c.medication:
        out |= {'medication_id': c.medication.type, 'medication_value': c.medication.value}
    return out


def local_time(data):
    value = current_time.LocalTimeInfo.decode(stream(data))
    return {'timezone.raw_value': value.timezone_offset * 4, 'dst_offset.raw_value': int(value.dst_offset)}


def now(data):
    value = current_time.CurrentTime.decode(stream(data))
    return {'date_time': value.datetime, 'adjust_reason': bitfield(value.adjustment_reason)}


def pnp(data):
    value = device_info.PnpId.decode(stream(data))
    return {
        'vendor_id_source': value.vendor_id_source,
        'vendor_id': value.vendor_id,
        'product_id': value.product_id,
        'product_version': value.product_revision,
    }


def system(data):
    value = device_info.SystemId.decode(stream(data))
    return {
        'manufacturer_id': value.manufacturer_id.to_bytes(5, 'little'),
        'oui': value.organizationally_unique_id.to_bytes(3, 'little'),
    }


def rewritten(kind):
    return lambda data: bytes(kind.decode(stream(data)).encode().value)


class Blatann(Package):
    name = 'blatann'
    decoders = {
        '2A18': glucose_measurement,
        '2A34': glucose_context,
        '2A51': lambda data: {'features_bitmap': bitfield(glucose.GlucoseFeatures.decode(stream(data)))},
        '2A2B': now,
        '2A0F': local_time,
        '2A50': pnp,
        '2A23': system,
    }
    encoders = {
        '2A51': rewritten(glucose.GlucoseFeatures),
        '2A0F': rewritten(current_time.LocalTimeInfo),
        '2A50': rewritten(device_info.PnpId),
        '2A23': rewritten(device_info.SystemId),
    }


PACKAGES = [Bumble(), Pycycling(), FitnessMachine(), Health(), Blatann()]
