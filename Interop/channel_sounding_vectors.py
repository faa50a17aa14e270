#!/usr/bin/env python3
"""Has Bumble write the HCI packets of Channel Sounding, which our encoders must write too.

    python3 -m venv .venv && .venv/bin/pip install --requirement Interop/requirements.txt
    .venv/bin/python Interop/channel_sounding_vectors.py [--check]

It writes `Tests/BluetoothWireTests/HCI/channel-sounding.tsv`: names of the rows of `HCITable+ChannelSounding*.swift`, and
what Bumble writes for the same values. With `--check` it compares, and fails if the table would be another one.

Bumble leaves the data of steps to its user; `step` packs them here. Not in the table:

- LE CS Write Cached Remote Supported Capabilities [v2], which Bumble does not have.
- LE CS Test End Complete: Bumble has a connection handle before the status, which other stacks do not.
- Removals, and procedures that end: we fill their meaningless fields in our own way.
"""

import struct
import sys
from pathlib import Path

from bumble import hci

TABLE = Path(__file__).resolve().parent.parent / 'Tests/BluetoothWireTests/HCI/channel-sounding.tsv'
HANDLE = 0x0123
ALL_CHANNELS = sum(1 << n for n in range(79) if n not in (0, 1, 23, 24, 25, 77, 78)).to_bytes(10, 'little')
SOME_CHANNELS = sum(1 << n for n in range(2, 77, 2) if n != 24).to_bytes(10, 'little')
FAE = struct.pack('72b', *range(-36, 36))

CAPABILITIES = dict(
    num_config_supported=4, max_consecutive_procedures_supported=0x0102, num_antennas_supported=2,
    max_antenna_paths_supported=4, roles_supported=2, modes_supported=1, rtt_capability=0b101, rtt_aa_only_n=30,
    rtt_sounding_n=31, rtt_random_sequence_n=32, nadm_sounding_capability=1, nadm_random_capability=0,
    # Bumble's names for these bits are one too low, so this is a number.
    cs_sync_phys_supported=0b110, subfeatures_supported=1 << 1 | 1 << 4, t_ip1_times_supported=0x7C,
    t_ip2_times_supported=0x7E, t_fcs_times_supported=0x1E0, t_pm_times_supported=3, t_sw_time_supported=10,
    tx_snr_capability=0b10001)
ADDITIONS = dict(
    t_ip2_ipt_times_supported=1 << 1 | 1 << 6, t_sw_ipt_times_supported=10, rtt_2m_aa_only_n=33, rtt_2m_sounding_n=34,
    rtt_2m_random_sequence_n=35)
CONFIGURATION = dict(
    main_mode_type=2, sub_mode_type=1, min_main_mode_steps=2, max_main_mode_steps=5, main_mode_repetition=3,
    mode_0_steps=2, role=hci.CsRole.REFLECTOR, rtt_type=4, cs_sync_phy=2, channel_map=SOME_CHANNELS,
    channel_map_repetition=4, channel_selection_type=1, ch3c_shape=1, ch3c_jump=8)
PLAIN = dict(
    main_mode_type=2, sub_mode_type=0xFF, min_main_mode_steps=0, max_main_mode_steps=0, main_mode_repetition=0,
    mode_0_steps=3, role=hci.CsRole.INITIATOR, rtt_type=0, cs_sync_phy=1, channel_map=ALL_CHANNELS,
    channel_map_repetition=1, channel_selection_type=0, ch3c_shape=0, ch3c_jump=2)
TIMES = dict(t_ip1_time=30, t_ip2_time=20, t_fcs_time=60, t_pm_time=10)


def commands():
    yield 'LE Set Host Feature', hci.HCI_LE_Set_Host_Feature_Command(bit_number=47, bit_value=1)
    yield 'LE CS Read Local Supported Capabilities', hci.HCI_LE_CS_Read_Local_Supported_Capabilities_Command()
    yield 'LE CS Read Local Supported Capabilities [v2]', hci.HCI_LE_CS_Read_Local_Supported_Capabilities_V2_Command()
    yield 'LE CS Read Remote Supported Capabilities', hci.HCI_LE_CS_Read_Remote_Supported_Capabilities_Command(
        connection_handle=HANDLE)
    yield (
        'LE CS Write Cached Remote Supported Capabilities',
        hci.HCI_LE_CS_Write_Cached_Remote_Supported_Capabilities_Command(connection_handle=HANDLE, **CAPABILITIES))
    yield 'LE CS Security Enable', hci.HCI_LE_CS_Security_Enable_Command(connection_handle=HANDLE)
    yield 'LE CS Set Default Settings', hci.HCI_LE_CS_Set_Default_Settings_Command(
        connection_handle=HANDLE, role_enable=2, cs_sync_antenna_selection=0xFE, max_tx_power=-20 & 0xFF)
    yield 'LE CS Read Remote FAE Table', hci.HCI_LE_CS_Read_Remote_FAE_Table_Command(connection_handle=HANDLE)
    yield 'LE CS Write Cached Remote FAE Table', hci.HCI_LE_CS_Write_Cached_Remote_FAE_Table_Command(
        connection_handle=HANDLE, remote_fae_table=FAE)
    yield 'LE CS Create Config', hci.HCI_LE_CS_Create_Config_Command(
        connection_handle=HANDLE, config_id=2, create_context=1, cs_enhancements=1, **CONFIGURATION)
    yield 'LE CS Create Config, tones only, not at the peer', hci.HCI_LE_CS_Create_Config_Command(
        connection_handle=HANDLE, config_id=0, create_context=0, cs_enhancements=0, **PLAIN)
    yield 'LE CS Remove Config', hci.HCI_LE_CS_Remove_Config_Command(connection_handle=HANDLE, config_id=3)
    yield 'LE CS Set Channel Classification', hci.HCI_LE_CS_Set_Channel_Classification_Command(
        channel_classification=ALL_CHANNELS)
    yield 'LE CS Set Procedure Parameters', hci.HCI_LE_CS_Set_Procedure_Parameters_Command(
        connection_handle=HANDLE, config_id=1, max_procedure_len=0x0203, min_procedure_interval=0x0405,
        max_procedure_interval=0x0607, max_procedure_count=0x0809, min_subevent_len=0x0A0B0C,
        max_subevent_len=0x0D0E0F, tone_antenna_config_selection=7, phy=4, tx_power_delta=-3 & 0xFF,
        preferred_peer_antenna=3, snr_control_initiator=2, snr_control_reflector=0xFF)
    yield (
        'LE CS Set Procedure Parameters without a recommended power',
        hci.HCI_LE_CS_Set_Procedure_Parameters_Command(
            connection_handle=HANDLE, config_id=0, max_procedure_len=12, min_procedure_interval=2,
            max_procedure_interval=2, max_procedure_count=0, min_subevent_len=7500, max_subevent_len=7500,
            tone_antenna_config_selection=0, phy=1, tx_power_delta=0x80, preferred_peer_antenna=1,
            snr_control_initiator=0xFF, snr_control_reflector=0xFF))
    yield 'LE CS Procedure Enable', hci.HCI_LE_CS_Procedure_Enable_Command(
        connection_handle=HANDLE, config_id=1, enable=1)
    yield 'LE CS Test', hci.HCI_LE_CS_Test_Command(
        main_mode_type=3, sub_mode_type=2, main_mode_repetition=1, mode_0_steps=2, role=hci.CsRole.REFLECTOR,
        rtt_type=2, cs_sync_phy=3, cs_sync_antenna_selection=0xFF, subevent_len=0x010203, subevent_interval=0x0405,
        max_num_subevents=6, transmit_power_level=0x7E, t_sw_time=4, tone_antenna_config_selection=6, reserved=1,
        snr_control_initiator=0, snr_control_reflector=4, drbg_nonce=0x0708, channel_map_repetition=9,
        override_config=0x0A0B, override_parameters_data=b'\xAA\xBB', **TIMES)
    yield 'LE CS Test End', hci.HCI_LE_CS_Test_End_Command()


def term(i, q):
    """A phase correction term: 12 bits each."""
    return (i & 0xFFF | (q & 0xFFF) << 12).to_bytes(3, 'little')


def packets(quality, nadm, rssi, time, antenna):
    return struct.pack('<BBbhB', quality, nadm, rssi, time, antenna)


TONE = term(0x123, -0x123) + b'\x00'
STRANGE = term(-2048, 2047) + b'\x02'
EXTENSION = term(0, -1) + b'\x21'

# Mode, channel and data of steps, and the number of antenna paths.
STEPS = {
    'none': (0, []),
    'mode 0 at the initiator': (0, [
        (0, 2, struct.pack('<BbBh', 0x31, -60, 2, -1234)), (0, 3, struct.pack('<BbBH', 2, 0x7F, 1, 0xC000))]),
    'mode 0 at the reflector': (0, [(0, 2, struct.pack('<BbB', 0, 20, 4))]),
    'mode 1': (0, [(1, 22, packets(0, 3, -50, -0x0102, 3)), (1, 26, packets(2, 0xFF, 0x7F, -0x8000, 1))]),
    'mode 1 with a sounding sequence': (0, [
        (1, 22, packets(0, 0, -50, 0x0102, 1) + term(0x123, -0x123) + b'\x00' + b'\xFF' * 4)]),
    'mode 2, one path': (1, [(2, 76, b'\x00' + TONE + term(0, 0) + b'\x13')]),
    'mode 2, four paths': (4, [(2, 40, b'\x17' + TONE + STRANGE + TONE + STRANGE + EXTENSION)]),
    'mode 3, two paths': (2, [(3, 40, packets(0, 0xFF, -1, 5, 1) + b'\x01' + TONE + STRANGE + EXTENSION)]),
    'steps that could not run': (0, [(0, 2, b''), (3, 76, b'')]),
}


def step_fields(steps):
    modes, channels, data = zip(*steps) if steps else ((), (), ())
    return dict(step_mode=list(modes), step_channel=list(channels), step_data=list(data))


def events():
    yield (
        'LE CS Read Remote Supported Capabilities Complete',
        hci.HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete_Event(
            status=0, connection_handle=HANDLE, **CAPABILITIES))
    yield (
        'LE CS Read Remote Supported Capabilities Complete [v2]',
        hci.HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete_V2_Event(
            status=0, connection_handle=HANDLE, **CAPABILITIES, **ADDITIONS))
    yield 'LE CS Read Remote FAE Table Complete', hci.HCI_LE_CS_Read_Remote_FAE_Table_Complete_Event(
        status=0, connection_handle=HANDLE, remote_fae_table=FAE)
    yield 'LE CS Security Enable Complete', hci.HCI_LE_CS_Security_Enable_Complete_Event(
        status=0, connection_handle=HANDLE)
    yield 'LE CS Config Complete', hci.HCI_LE_CS_Config_Complete_Event(
        status=0, connection_handle=HANDLE, config_id=2, action=1, reserved=1, **CONFIGURATION, **TIMES)
    yield 'LE CS Procedure Enable Complete', hci.HCI_LE_CS_Procedure_Enable_Complete_Event(
        status=0, connection_handle=HANDLE, config_id=1, state=1, tone_antenna_config_selection=3,
        selected_tx_power=-4, subevent_len=0x010203, subevents_per_event=4, subevent_interval=0x0506,
        event_interval=0x0708, procedure_interval=0x090A, procedure_count=0x0B0C, max_procedure_len=0x0D0E)
    for name, (paths, steps) in STEPS.items():
        yield f'LE CS Subevent Result, {name}', hci.HCI_LE_CS_Subevent_Result_Event(
            connection_handle=HANDLE, config_id=1, start_acl_conn_event_counter=0x0203, procedure_counter=0x0405,
            frequency_compensation=0x0607, reference_power_level=-14, procedure_done_status=1,
            subevent_done_status=0xF, abort_reason=0x20, num_antenna_paths=paths, **step_fields(steps))
        yield f'LE CS Subevent Result Continue, {name}', hci.HCI_LE_CS_Subevent_Result_Continue_Event(
            connection_handle=HANDLE, config_id=1, procedure_done_status=0xF, subevent_done_status=0, abort_reason=2,
            num_antenna_paths=paths, **step_fields(steps))


def returns():
    yield (
        'LE CS Read Local Supported Capabilities',
        hci.HCI_LE_CS_Read_Local_Supported_Capabilities_ReturnParameters(status=0, **CAPABILITIES))
    yield (
        'LE CS Read Local Supported Capabilities [v2]',
        hci.HCI_LE_CS_Read_Local_Supported_Capabilities_V2_ReturnParameters(status=0, **CAPABILITIES, **ADDITIONS))


def table():
    rows = ['kind\tname\tbytes']
    # Without the packet indicator of H4.
    rows += [f'command\t{name}\t{bytes(command)[1:].hex()}' for name, command in commands()]
    rows += [f'event\t{name}\t{bytes(event)[1:].hex()}' for name, event in events()]
    rows += [f'return\t{name}\t{bytes(value).hex()}' for name, value in returns()]
    return '\n'.join(rows) + '\n'


def main():
    text = table()
    if '--check' not in sys.argv[1:]:
        TABLE.write_text(text)
    elif TABLE.read_text() != text:
        sys.exit(f'Bumble writes other packets of Channel Sounding than {TABLE.name} has')
    print(f'{text.count(chr(10)) - 1} packets of Channel Sounding, written by Bumble')


if __name__ == '__main__':
    main()
