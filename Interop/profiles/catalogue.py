"""The characteristics of each profile, and the layouts of their values."""

from layouts import Codes, Flagged, Given, Plain, Several, Text, bits, nibbles, one_of, one_of_words, packed

def days(draw):
    return draw.between(18000, 21000).to_bytes(3, 'little')


ENERGY = 'HHB'
RESISTANCE = 'h'

HEALTH = {
    'Heart Rate': {
        '2A37': Several(
            Flagged(1, (None, 'B'), (3, 'H'), (4, 'HH'), extra=[0x04, 0x06]),
            Given('012c01', '1e482e0055036003', '164e50035b033f03', '1f2c01ffff0004')),
        '2A38': Codes(*range(7)),
        '2A39': Codes(1),
    },
    'Health Thermometer': {
        '2A1C': Several(Flagged(1, (None, 'F'), (1, 'D'), (2, one_of(*range(1, 10))), extra=[1]),
                        Given('006e0100ff', '01da0300ff', '00ffff7f00')),
        '2A1D': Codes(*range(1, 10)),
        '2A1E': Flagged(1, (None, 'F'), (1, 'D'), (2, one_of(*range(1, 10))), extra=[1]),
        '2A21': Plain('H'),
    },
    'Blood Pressure': {
        '2A35': Several(
            Flagged(1, (None, 'M'), (None, 'M'), (None, 'M'), (1, 'D'), (2, 'P'), (3, 'B'), (4, bits(2, 0x2F)), extra=[1]),
            Given('00780050005d00', '16780050005d00ea070b16071e0048000000')),
        '2A36': Flagged(1, (None, 'M'), (None, packed(0x07FF, 0x07FF, width=2)), (1, 'D'), (2, 'P'), (3, 'B'),
                        (4, bits(2, 0x2F)), extra=[1]),
        '2A49': Given('0000', '0100', '0200', '0400', '0800', '1000', '2000', '3f00', 'ff01'),
    },
    'Pulse Oximeter': {
        '2A5E': Flagged(1, (None, 'P'), (None, 'P'), (0, 'D'), (1, bits(2, 0xFFE0)), (2, bits(3, 0xFFFF)), (3, 'P'),
                        extra=[0x10]),
        '2A5F': Flagged(1, (None, 'P'), (None, 'P'), (0, 'P'), (0, 'P'), (1, 'P'), (1, 'P'), (2, bits(2, 0xFFE0)),
                        (3, bits(3, 0xFFFF)), (4, 'P')),
        '2A60': Given('0000', '0100e0ff', '0200ffff00', 'ff00e0ffffff00', '03002000010000'),
    },
    'Weight Scale': {
        '2A9D': Several(Flagged(1, (None, 'H'), (1, 'D'), (2, 'B'), (3, 'HH'), extra=[1]),
                        Given('00803e', '01803e', '00ffff', '09803efa00bc02', '0f803eea070b16071e0001fa00bc02')),
        '2A9E': Given('00000000', '01000000', '02000000', '04000000', '08000000', '38000000', '80000000',
                      '80010000', 'bf010000'),
    },
    'Body Composition': {
        '2A9B': Given('00000000', '01000000', '55050000', 'ff070000', '00080000', '00380000', '00800100', 'ff3f0100'),
        '2A9C': Several(
            Flagged(2, (None, one_of_words(1, 169, 505, 1000)), (1, 'D'), (2, 'B'), (3, 'H'), (4, one_of_words(1, 402, 999)), (5, 'H'), (6, 'H'), (7, 'H'), (8, 'H'),
                    (9, 'H'), (10, 'H'), (11, 'H'), extra=[1, 0x1000]),
            Given('010ca90058029001')),
    },
}

GLUCOSE = {
    'Glucose': {
        '2A18': Several(
            Flagged(1, (None, 'H'), (None, 'D'), (0, 'h'), (1, 'P'), (1, nibbles(range(1, 11), [1, 2, 3, 4, 15])),
                    (3, bits(2, 0x0FFF)), extra=[0x10]),
            Given('060100ea070b16071e0034d011', '030200ea070b16071e003c0034b0f1')),
        '2A34': Several(
            Flagged(1, (None, 'H'), (7, one_of(0)), (0, one_of(*range(1, 8))), (0, 'P'), (1, one_of(1, 2, 3, 4, 5)),
                    (2, nibbles([1, 2, 3, 15], [1, 2, 3, 4, 5, 15])), (3, 'H'), (3, one_of(0, 40, 100)),
                    (4, one_of(1, 2, 3, 4, 5)), (4, 'P'), (6, 'P')),
            Given('300100010ad0')),
        '2A51': Given('0000', '0100', '0200', '0400', '0800', '1000', '2000', '4000', '8000', '0001', '0002', '0004',
                      'ff07'),
        '2A52': Given('0101', '0102010500', '0103010500', '01040105000900', '0105', '0106', '0201',
                      '0300', '0401', '0402010500', '05000300', '06000101', '06000106', '06000402'),
    },
    'Continuous Glucose Monitoring': {
        '2AA7': Given('060064000a00', '080164000a000300', '080264000a005f00', '072064000a0001',
                      '074064000a0002', '078064000a0004', '0de364000a0001020403005f00',
                      '09e064000a00010204',
                      '060064000a00060065000f00'),
        '2AA8': Given('00000019ffff', '01000011ffff', 'ff0f0129ffff', '0080005affff', 'ffef0159ffff'),
        '2AA9': Given('0a00000000', '0a00010000', '0a00000100', '0a00000001', 'ff003f3f3f'),
        '2AAA': Given('ea070b16071e000400', 'ea070b16071e0080ff', 'ea070101000000f004', 'ea070b16071e003808'),
        '2AAB': Given('a800', '0000', '4001'),
        '2AAC': Given('0105', '02', '0305', '0464001101590000000000', '050100', '0764b0', '08', '0964b0', '0a46b0',
                      '0b', '0c46b0', '0d3cb0', '0e', '0f3cb0', '1002f0', '11', '1202f0', '1302f0', '14', '1502f0', '19',
                      '1a', '1b', '1c0101', '1c0702'),
    },
}

SPORT = {
    'Running Speed and Cadence': {
        '2A53': Flagged(1, (None, 'H'), (None, 'B'), (0, 'H'), (1, 'I'), extra=[4]),
        '2A54': Given('0000', '0100', '0200', '0400', '0800', '1000', '1f00'),
        '2A55': Given('0100000000', '0139300000', '02', '0304', '04', '100101', '100301', '100401010205', '100203'),
        '2A5D': Codes(*range(17)),
    },
    'Cycling Speed and Cadence': {
        '2A5B': Several(Flagged(1, (0, 'I'), (0, 'H'), (1, 'H'), (1, 'H')), Given('03640000000008c8000004')),
        '2A5C': Given('0000', '0100', '0200', '0400', '0700'),
    },
    'Cycling Power': {
        '2A63': Several(
            Flagged(2, (None, 'h'), (0, one_of(0, 1, 100, 101, 200)), (2, 'H'), (4, 'I'), (4, 'H'), (5, 'HH'), (6, 'hh'), (7, 'hh'),
                    (8, packed(0x2C, 0x81, 0x07)), (9, one_of(90)), (9, one_of(0, 1)), (10, one_of(14)), (10, one_of(0, 1)),
                    (11, 'H'), extra=[0x02, 0x1000]),
            Given('0c003b041027', '0000c800', '0000f6ff', '2000fa00e8030004')),
        '2A64': Several(
            Flagged(1, (0, 'HH'), (1, one_of(90)), (1, one_of(0, 1)), (2, 'hhh'), (3, 'hh'), exclusive=[(2, 3)]),
            Given('00', '10', '20', '30', '1401000200')),
        '2A65': Given(*[(1 << b).to_bytes(4, 'little').hex() for b in range(0, 22)], '00000000'),
        '2A66': Given('0139300000', '0204', '03', '045901', '05', '06f401', '07', '080003', '09', '0a6e00', '0b', '0c', '0d1f00', '0e', '0f', '10',
                      '200101', '200402', '2005015901', '200c010a00', '200301010203'),
    },
    'Fitness Machine': {
        '2ACC': Given('0000000000000000', *[(1 << b).to_bytes(8, 'little').hex() for b in [*range(17), *range(32, 49)]],
                      '0256000004e00000'),
        '2ACD': Flagged(2, (~0, 'H'), (1, 'H'), (2, 'T'), (3, 'hh'), (4, 'HH'), (5, 'B'), (6, 'B'), (7, ENERGY), (8, 'B'), (9, 'B'),
                        (10, 'H'), (11, 'H'), (12, 'hh')),
        '2ACE': Flagged(3, (~0, 'H'), (1, 'H'), (2, 'T'), (3, 'HH'), (4, 'H'), (5, 'HH'), (6, 'hh'), (7, RESISTANCE), (8, 'h'), (9, 'h'),
                        (10, ENERGY), (11, 'B'), (12, 'B'), (13, 'H'), (14, 'H'), extra=[0x8000]),
        '2ACF': Flagged(2, (~0, 'HH'), (1, 'H'), (2, 'H'), (3, 'H'), (4, ENERGY), (5, 'B'), (6, 'B'), (7, 'H'), (8, 'H')),
        '2AD0': Flagged(2, (~0, 'H'), (1, 'H'), (2, 'H'), (3, 'H'), (4, 'H'), (5, ENERGY), (6, 'B'), (7, 'B'), (8, 'H'), (9, 'H')),
        '2AD1': Flagged(2, (~0, 'BH'), (1, 'B'), (2, 'T'), (3, 'H'), (4, 'H'), (5, 'h'), (6, 'h'), (7, RESISTANCE), (8, ENERGY), (9, 'B'),
                        (10, 'B'), (11, 'H'), (12, 'H')),
        '2AD2': Flagged(2, (~0, 'H'), (1, 'H'), (2, 'H'), (3, 'H'), (4, 'T'), (5, RESISTANCE), (6, 'h'), (7, 'h'), (8, ENERGY), (9, 'B'),
                        (10, 'B'), (11, 'H'), (12, 'H')),
        '2AD3': Given(*['00%02x' % code for code in range(16)], '010d' + 'Warm up'.encode().hex(), '0304' + 'Läufe'.encode().hex()),
        '2AD4': Given('6400d0070a00', '0000ffff0100'),
        '2AD5': Given('ceff96000500', '0000c8000100'),
        '2AD6': Given('0a00e8030a00', 'ceff64000100'),
        '2AD7': Given('3cdc01', '64be05'),
        '2AD8': Given('0000b0040100', '9cffd0070500'),
        '2AD9': Given('00', '01', '02f401', '033200', '03ceff', '0437', '05fa00', '0678', '07', '0801', '0802', '091027', '0ae803', '0bf401', '0c102700',
                      '0d0807', '0e58025802', '0f580258025802', '1058025802580258025802', '11e803f4012833', '123020',
                      '1301', '14b400', '800001', '800102', '800503', '800704', '800205', '801301f401e803'),
        '2ADA': Given('01', '0201', '0202', '03', '04', '05f401', '06ceff', '08fa00', '0978', '0a1027', '0be803', '0cf401', '0d102700', '0e0807',
                      '0f58025802', '10580258025802', '1158025802580258025802', '12e803f4012833', '133020', '1401', '1402', '15b400', 'ff'),
    },
    'Location and Navigation': {
        '2A67': Flagged(2, (0, 'H'), (1, 'T'), (2, 'ii'), (3, 't'), (4, packed(0x28, 0x23)), (5, 'B'), (6, 'D'),
                        extra=[0x080, 0x100, 0x180, 0x200, 0x400, 0x800, 0xC00, 0x1000]),
        '2A68': Flagged(2, (None, packed(0x28, 0x23)), (None, packed(0x50, 0x46)), (0, 'T'), (1, 't'), (2, 'D'),
                        extra=[0x08, 0x10, 0x18, 0x20, 0x40, 0x80, 0x100]),
        '2A69': Flagged(2, (0, 'B'), (1, 'B'), (2, 'H'), (3, 'I'), (4, 'I'), (5, 'B'), (6, 'B'), extra=[0x80, 0x100, 0x180]),
        '2A6A': Given('00000000', *[(1 << b).to_bytes(4, 'little').hex() for b in range(21)]),
        '2A6B': Given('01393000', '020300', '0300', '0305', '04', '050100', '060100', '0705', '08102700', '200101', '200203', '200404',
                      '200501486f6d65'),
    },
}

MISC = {
    'Generic Access': {
        '2A00': Text('Faraday', 'Zähler', ''),
        '2A01': Given('0000', '4000', '4103', 'c103', '4004'),
        '2A04': Given('0600060000006400', '180028000400c800'),
        '2AA6': Codes(0, 1),
        '2AC9': Codes(0),
    },
    'Device Information': {
        '2A23': Given('0102030405665544', 'ffeeddccbb112233'),
        '2A24': Text('Model 1', 'Modèle'),
        '2A25': Text('0001-22'),
        '2A26': Text('1.2.3'),
        '2A27': Text('rev B'),
        '2A28': Text('4.5'),
        '2A29': Text('Faraday'),
        '2A50': Given('014c0034120001', '026d045bc00302', '015900efbe1000'),
    },
    'Battery': {
        '2A19': Codes(0, 1, 50, 99, 100),
        '2BED': Several(
            Flagged(1, (None, one_of_words(0x00A3, 0x012B, 0x01D5, 0x0451, 0x7060)), (0, packed(0x0106, width=2)), (1, one_of(0, 42, 100)), (2, one_of(0, 1, 2, 4, 5))),
            Given('000000', '000100', '002100', '00a100', '000002', '000070')),
        '2BE9': Codes(0, 1, 2, 3),
        '2BEA': Flagged(1, (0, one_of(0, 87, 100)), (1, 'H'), (2, one_of(20, 0xF6)), (3, 'H')),
        '2BEB': Flagged(1, (0, 'H'), (1, packed(0xEC, 0x32))),
        '2BEC': Flagged(2, (None, one_of(0, 1, 2, 3)), (0, days), (1, days), (2, 'P'), (3, 'P'), (4, 'P'), (5, one_of(1, 5, 14, 255)),
                        (6, 'P'), (7, one_of(1, 2, 254))),
        '2BEE': Several(Flagged(1, (None, 'T'), (0, 'T'), (1, 'T')), Given('03feffffffffff050000')),
        '2BEF': Given('004e00', '7b5000'),
        '2BF0': Flagged(1, (0, 'P'), (1, 'P'), (2, 'P'), (3, 'P'), (4, 'P'), (5, 'P')),
    },
    'Next DST Change, Reference Time Update': {
        '2A11': Given('ea070a1901000000', 'ea07031d01000004', 'ea070a19010000ff'),
        '2A16': Codes(1, 2),
        '2A17': Given('0000', '0100', '0001', '0005'),
    },
    'Environmental Sensing': {
        '2A7D': Given('01006e2a', '1f006d2a'),
        '2A6C': Plain('t'),
        '2A6D': Given('00000000', 'cd8b0f00', '78563412'),
        '2A6E': Given('0000', 'ca08', '0cfe', 'f0d8'),
        '2A6F': Given('0000', '8813', '1027'),
        '2A70': Plain('H'),
        '2A71': Given('0000', '2823', '9f8c'),
        '2A72': Plain('H'),
        '2A73': Given('0000', '2823', '9f8c'),
        '2A74': Codes(0, 10, 25, 255),
        '2A75': Plain('T'),
        '2A76': Codes(0, 1, 11, 255),
        '2A77': Plain('H'),
        '2A78': Plain('H'),
        '2A79': Codes(0, 20, 0xEC, 0x80),
        '2A7A': Codes(0, 40, 0xEC),
        '2A7B': Codes(0, 12, 0xF4),
        '2A2C': Given('0000', '2823', '9f8c'),
        '2AA0': Plain('hh'),
        '2AA1': Plain('hhh'),
        '2AA3': Codes(*range(10)),
    },
    'Current Time': {
        '2A2B': Given('ea070b16071e00070001', 'e8070202173b3b058000', 'd0070101000000060f0f'),
        '2A0F': Given('0400', '1404', 'e008', 'd002', '80ff', '38ff'),
        '2A14': Given('01080102', '02000000', '06ffffff', '05fd0317', '04fe0000'),
    },
    'Immediate Alert, Link Loss': {'2A06': Codes(0, 1, 2)},
    'Tx Power': {'2A07': Codes(0, 4, 20, 0x9C, 0xFC)},
    'Alert Notification': {
        '2A44': Given('0000', '0101', '0202', '0303', '0404', '0505', '04ff'),
        '2A45': Given('0000', '0105', '0563', '09ff'),
        '2A46': Given('0501' + 'Anna'.encode().hex(), '0302' + 'Jürgen'.encode().hex(), '0701'),
        '2A47': Given('0000', '0100', '2a00', 'ff03'),
        '2A48': Given('0000', '0100', '2a00', 'ff03'),
    },
    'Human Interface Device': {
        '2A4A': Given('11010002', '01010101', '11012103'),
        '2A22': Given('0000000000000000', '0200040500000000', 'ff00656667686970'),
        '2A32': Codes(0, 1, 2, 7),
        '2A33': Given('000000', '01ff05', '07807f'),
        '2A4C': Codes(0, 1),
        '2A4E': Codes(0, 1),
    },
    'User Data': {
        **{u: Codes(0, 60, 199, 255) for u in '2A7E 2A84 2A7F 2A81 2A82 2A83 2A88 2A89 2A8D 2A91 2A92 2A96'.split()},
        '2A80': Codes(0, 35, 254),
        '2A85': Given('c6070b16', 'd0070101'),
        '2A86': Given('ea070b16', 'd0070101'),
        '2A87': Text('anna@example.org'),
        '2A8A': Text('Anna', 'Jürgen'),
        '2A90': Text('Ampère'),
        '2A8B': Given('5a6e8caa'),
        '2A8C': Codes(0, 1, 2),
        '2A8E': Given('0000', 'b400', '0401'),
        '2A8F': Given('0000', '6400'),
        '2A97': Given('0000', '5000'),
        '2A98': Given('0000', '803e', '1027'),
        '2A93': Codes(*range(12)),
        '2A94': Given('6e8c'),
        '2A95': Codes(0, 120),
        '2B47': Plain('H'),
        '2B48': Text('Marie'),
        '2B49': Plain('H'),
        '2B4A': Codes(0, 1, 2, 3),
        '2B4C': Given('6e8caa'),
        '2A99': Given('00000000', '78563412'),
        '2A9A': Codes(0, 1, 255),
        '2A9F': Given('010102', '02010102', '03', '20010105', '200201', '200203'),
        '2AA2': Text('en', 'de'),
    },
    'Automation IO': {
        '2A56': Given('00', '1b', 'e4', '1be4'),
        '2A58': Plain('H'),
    },
}

PROFILES = {**HEALTH, **GLUCOSE, **SPORT, **MISC}
