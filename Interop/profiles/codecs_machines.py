"""The package `deancochran-ftms`: fitness machines."""

import deancochran_ftms as ftms
from package import Package

KINDS = ['2ACD', '2ACE', '2ACF', '2AD0', '2AD1', '2AD2']
RANGES = {'2AD4': 'speed', '2AD5': 'inclination', '2AD6': 'resistance', '2AD7': 'heartRate', '2AD8': 'power'}
# As in FTMS 1.0, which machines follow: two bytes of resistance, and one of a treadmill's pace.
FORMAT = ftms.MeasurementFormatOptions('signed16Tenths', 'uint8Legacy')
RESISTANCE = ftms.RangeFormatOptions('signed16Tenths')
CONTROL = ftms.ControlFormatOptions('uint8Tenths')
METRICS = {
    'hr_bpm': 'heart_rate',
    'average_power_watts': 'average_power',
    'cadence_rpm': 'instantaneous_cadence',
    'average_cadence_rpm': 'average_cadence',
    'distance_meters': 'total_distance',
    'elapsed_time_seconds': 'elapsed_time',
    'remaining_time_seconds': 'remaining_time',
    'energy_kcal': 'total_energy',
    'energy_per_hour_kcal': 'energy_per_hour',
    'energy_per_minute_kcal': 'energy_per_minute',
    'metabolic_equivalent': 'metabolic_equivalent',
    'step_count': 'step_count',
    'step_rate_spm': 'steps_per_minute',
    'average_step_rate_spm': 'average_step_rate',
    'stride_count': 'stride_count',
    'floor_count': 'floors',
    'positive_elevation_gain_meters': 'positive_elevation_gain',
    'negative_elevation_gain_meters': 'negative_elevation_gain',
    'inclination_percent': 'inclination',
    'resistance_level': 'resistance_level',
    'instantaneous_pace_seconds_per_500m': 'instantaneous_pace',
    'average_pace_seconds_per_500m': 'average_pace',
    'force_on_belt_newtons': 'force_on_belt',
    'stroke_rate_spm': 'stroke_rate',
    'average_stroke_rate_spm': 'average_stroke_rate',
    'stroke_count': 'stroke_count',
}


def machine_data(uuid):
    def decode(data):
        measurement = ftms.decode_measurement(uuid, data, FORMAT).measurement
        metrics, raw = measurement.metrics, measurement.raw
        out = {ours: getattr(metrics, theirs) for theirs, ours in METRICS.items()}
        for theirs, ours in (('speed_mps', 'instantaneous_speed'), ('average_speed_mps', 'average_speed')):
            speed = getattr(metrics, theirs)
            out[ours] = None if speed is None else speed * 3.6
        out['power_output' if uuid == '2ACD' else 'instantaneous_power'] = metrics.power_watts
        out['ramp_angle_setting' if uuid == '2ACD' else 'ramp_setting'] = metrics.ramp_angle_degrees
        if uuid == '2ACD':
            # It leaves the older unit of the pace alone: tenths of a kilometre per minute.
            out |= {
                name: raw.values[index] / 10 if raw.present & 1 << index else None
                for name, index in (('instantaneous_pace', 7), ('average_pace', 8))
            }
        if uuid == '2ACE':
            out['movement_direction_backward'] = metrics.movement_direction == 'backward'
        return out

    return decode


def range_format(kind):
    return RESISTANCE if kind == 'resistance' else None


def machine_range(kind):
    def decode(data):
        value = ftms.decode_supported_range(data, kind, range_format(kind))
        return {'minimum': value.minimum, 'maximum': value.maximum, 'minimum_increment': value.increment}

    return decode


def write_range(data, kind):
    format = range_format(kind)
    return ftms.encode_supported_range_raw(ftms.decode_supported_range_raw(data, kind, format), format)


def machine_features(data):
    raw = ftms.decode_features_raw(data)
    return {'fitness_machine_features': raw.machine, 'target_setting_features': raw.target}


def machine_control(data):
    if data[0] == 0x80:
        raw = ftms.decode_control_response_raw(data)
        return {
            'op_code': 0x80,
            'response_op_code': raw.request_opcode,
            'result_code': raw.result_code,
            'spin_down': [raw.low, raw.high] if raw.parameter else None,
        }
    raw = ftms.decode_control_request_raw(data, CONTROL)
    return {'op_code': raw.opcode, 'operands': list(raw.operands) or None}


def write_machine_control(data):
    if data[0] == 0x80:
        return ftms.encode_control_response_raw(ftms.decode_control_response_raw(data))
    return ftms.encode_control_request_raw(ftms.decode_control_request_raw(data, CONTROL), CONTROL)


def machine_status(data):
    raw = ftms.decode_machine_status_raw(data)
    operands = list(raw.parameter[1]) if raw.parameter else [raw.action] if raw.action else None
    return {'op_code': raw.opcode, 'operands': operands}


def training_status(data):
    raw = ftms.decode_training_status_raw(data)
    return {'training_status': raw.code, 'training_status_string': raw.text.decode() if raw.text_present else None}


class FitnessMachine(Package):
    name = 'deancochran-ftms'
    decoders = {
        **{uuid: machine_data(uuid) for uuid in KINDS},
        **{uuid: machine_range(kind) for uuid, kind in RANGES.items()},
        '2ACC': machine_features,
        '2AD9': machine_control,
        '2ADA': machine_status,
        '2AD3': training_status,
    }
    encoders = {
        **{
            uuid: (
                lambda data, kind=kind: ftms.encode_measurement_raw(
                    ftms.decode_measurement_raw(data, kind, FORMAT), FORMAT
                )
            )
            for kind, uuid in enumerate(KINDS)
        },
        **{uuid: (lambda data, kind=kind: write_range(data, kind)) for uuid, kind in RANGES.items()},
        '2ACC': lambda data: ftms.encode_features_raw(ftms.decode_features_raw(data)),
        '2AD9': write_machine_control,
        '2ADA': lambda data: ftms.encode_machine_status_raw(ftms.decode_machine_status_raw(data)),
        '2AD3': lambda data: ftms.encode_training_status_raw(ftms.decode_training_status_raw(data)),
    }
