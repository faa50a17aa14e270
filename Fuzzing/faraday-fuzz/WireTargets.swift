import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// The decoders: whatever decodes encodes again to something that decodes to the same value.
extension FuzzTarget {
    static let advertisingData = FuzzTarget(
        name: "advertising-data", summary: "structures of advertising data", weight: 8,
        samples: [
            [0x02, 0x01, 0x06, 0x03, 0x03, 0x0D, 0x18, 0x05, 0x09, 0x48, 0x52, 0x2D, 0x31],
            [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + [UInt8](repeating: 7, count: 21),
            [0x11, 0x07] + [UInt8](repeating: 0xAB, count: 16), [0x04, 0x16, 0x0F, 0x18, 0x64],
        ],
        run: { bytes in
            let data = AdvertisingData(lenient: bytes)
            precondition(
                AdvertisingData(lenient: data.bytes) == data, "advertising data changes in a round trip")
            _ = (
                data.localName, data.serviceUUIDs, data.manufacturerData, data.txPowerLevel, data.serviceData
            )
            roundTrip(AdvertisingData.self, bytes)
        })

    static let att = FuzzTarget(
        name: "att", summary: "ATT PDUs", weight: 10, samples: attSamples,
        run: { roundTrip(ATT.PDU.self, $0) })

    static let l2cap = FuzzTarget(
        name: "l2cap", summary: "L2CAP basic frames", weight: 5,
        samples: [[0x03, 0x00, 0x04, 0x00, 0x0A, 0x03, 0x00]], run: { roundTrip(L2CAP.BasicFrame.self, $0) })

    static let signal = FuzzTarget(
        name: "signal", summary: "LE signalling of L2CAP", weight: 5, samples: signalSamples,
        run: { roundTrip(L2CAP.Signal.self, $0) })

    static let smp = FuzzTarget(
        name: "smp", summary: "PDUs of the Security Manager", weight: 5, samples: smpSamples,
        run: { roundTrip(SMP.PDU.self, $0) })

    static let linkLayer = FuzzTarget(
        name: "link-layer", summary: "advertising and data channel PDUs", weight: 6,
        samples: [
            [0x00, 0x09, 1, 2, 3, 4, 5, 6, 0x02, 0x01, 0x06], [0x45, 0x22] + [UInt8](1...34),
            [0x07, 0x0C, 0x09, 0x09, 1, 2, 3, 4, 5, 6, 0x01, 0x20, 0, 0],
        ],
        run: {
            roundTrip(LL.AdvertisingPDU.self, $0)
            roundTrip(LL.DataPDU.self, $0)
        })

    static let linkLayerControl = FuzzTarget(
        name: "link-layer-control", summary: "LL control PDUs", weight: 6,
        samples: controlSamples + soundingControlSamples, run: { roundTrip(LL.ControlPDU.self, $0) })

    static let ranging = FuzzTarget(
        name: "ranging", summary: "reports, segments and control point of the Ranging service", weight: 4,
        samples: [
            [0x00, 0x02, 0x01], [0x02, 0x02, 0x01, 0x03, 0xFF], [0x02, 0x08],
            [
                0xBC, 0x2A, 0xFC, 0x01, 2, 1, 4, 3, 0x01, 0x00, 0xF2, 2, 0, 0x00, 0xC4, 1, 2, 0x00, 0x23,
                0xD1, 0xED,
                0x00, 0x23, 0xD1, 0xED, 0x00,
            ],
        ],
        run: { bytes in
            roundTrip(Ranging.Request.self, bytes)
            roundTrip(Ranging.Response.self, bytes)
            for role in ChannelSounding.Role.allCases {
                for sounding in [false, true] {
                    guard let report = try? Ranging.Report(bytes: bytes, role: role, hasSounding: sounding)
                    else { continue }
                    let again = try? Ranging.Report(bytes: report.bytes, role: role, hasSounding: sounding)
                    precondition(again == report, "\(report) changes in a round trip")
                }
            }
            assemble(bytes)
        })

    static let h4 = FuzzTarget(
        name: "h4", summary: "HCI packets in a stream", weight: 15, samples: h4Samples,
        run: { bytes in
            var stream = HCI.H4Resynchronizer(from: bytes.count % 2 == 0 ? .host : .controller)
            var steps = 0
            for part in [bytes.prefix(bytes.count / 2), bytes.suffix(bytes.count - bytes.count / 2)] {
                stream.append(Array(part))
                while let finding = stream.next() {
                    steps += 1
                    precondition(steps <= 2 * bytes.count + 2, "the stream does not get on")
                    guard case .packet(let packet) = finding else { continue }
                    let again = try? HCI.Packet(h4: packet.h4Bytes)
                    precondition(again == packet, "\(packet) changes in a round trip")
                }
            }
        })

    static let controlSamples: [[UInt8]] = [
        [0x02, 0x13], [0x08, 1, 2, 3, 4, 5, 6, 7, 8], [0x14, 0xFB, 0, 0x48, 0x08, 0xFB, 0, 0x48, 0x08],
    ]

    /// PDUs of Channel Sounding: a request, a configuration, channels, capabilities.
    static let soundingControlSamples: [[UInt8]] = [
        [
            0x32, 1, 0x22, 0x21, 0xF4, 1, 0, 0xA0, 0x0F, 0, 12, 0, 3, 0, 1, 0, 0, 0x4C, 0x1D, 0, 2, 0, 0, 0,
            0, 1, 1,
            0x80, 0xFF,
        ],
        [
            0x30, 0x40, 0xFC, 0xFF, 0x7F, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 1, 2, 0xFF, 0, 0, 0, 3, 1,
            0, 0,
            2, 7, 7, 9, 2, 0,
        ],
        [0x38, 0xFC, 0xFF, 0x7F, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 2, 1],
        [0x2E] + [UInt8](repeating: 1, count: 31), [0x37] + [UInt8](repeating: 0, count: 72),
        [0x35, 2, 4, 3, 0x16], [0x39] + [UInt8](0..<20),
    ]

    static let attSamples: [[UInt8]] = [
        [0x02, 0xF7, 0x00], [0x04, 1, 0, 0xFF, 0xFF], [0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28, 0x0D, 0x18],
        [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], [0x0A, 3, 0], [0x0C, 3, 0, 22, 0], [0x0E, 3, 0, 5, 0],
        [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x12, 9, 0, 1, 0], [0x16, 9, 0, 0, 0, 1, 2], [0x18, 1],
        [0x20, 3, 0, 5, 0], [0x52, 9, 0, 1], [0xD2, 9, 0, 1] + [UInt8](repeating: 0, count: 12), [0x1E],
        [0x01, 0x0A, 3, 0, 0x0A], [0x03, 0xF7, 0], [0x05, 1, 3, 0, 2, 0x29], [0x07, 1, 0, 5, 0],
        [0x09, 7, 2, 0, 2, 3, 0, 0, 0x2A], [0x0B, 1, 2], [0x0D, 1], [0x0F, 1],
        [0x11, 6, 1, 0, 5, 0, 0, 0x18],
        [0x13], [0x17, 9, 0, 0, 0, 1, 2], [0x19], [0x1B, 9, 0, 1], [0x1D, 9, 0, 1], [0x21, 1, 0, 7],
        [0x23, 9, 0, 1, 0, 7],
    ]

    static let signalSamples: [[UInt8]] = [
        [0x12, 1, 8, 0, 6, 0, 12, 0, 0, 0, 0x48, 0], [0x13, 1, 2, 0, 0, 0], [0x01, 1, 2, 0, 0, 0],
        [0x14, 2, 10, 0, 0x80, 0, 0x40, 0, 0xF7, 0, 0xF7, 0, 1, 0], [0x16, 3, 4, 0, 0x40, 0, 1, 0],
    ]

    static let smpSamples: [[UInt8]] = [
        [0x01, 0x04, 0x00, 0x0D, 0x10, 0x03, 0x07], [0x02, 0x03, 0x01, 0x30, 0x07, 0x00, 0x08],
        [0x03] + [UInt8](0..<16), [0x04] + [UInt8](0..<16), [0x05, 0x04], [0x06] + [UInt8](0..<16),
        [0x07] + [UInt8](0..<10), [0x08] + [UInt8](0..<16), [0x09, 0x01, 6, 5, 4, 3, 2, 0xC1],
        [0x0A] + [UInt8](0..<16), [0x0B, 0x0D], [0x0C] + [UInt8](0..<64), [0x0D] + [UInt8](0..<16),
        [0x0E, 0x01],
    ]

    static let h4Samples: [[UInt8]] = plainH4Samples + soundingH4Samples

    static let plainH4Samples: [[UInt8]] = [
        [0x01, 0x03, 0x0C, 0x00], [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00],
        [0x02, 0x40, 0x20, 0x07, 0x00, 0x03, 0x00, 0x04, 0x00, 0x0A, 0x03, 0x00],
        [0x04, 0x13, 0x05, 0x01, 0x40, 0x00, 0x01, 0x00], [0x04, 0x05, 0x04, 0x00, 0x40, 0x00, 0x13],
        [0x04, 0x3E, 0x0C, 0x02, 0x01, 0x00, 0x01, 1, 2, 3, 4, 5, 6, 0x00, 0xC8],
        [0x04, 0x3E, 0x13, 0x01, 0x00, 0x40, 0x00, 0x00, 0x01, 1, 2, 3, 4, 5, 6, 0x18, 0, 0, 0, 0x48, 0, 0],
        [
            0x01, 0x0D, 0x20, 0x19, 0x60, 0, 0x60, 0, 0, 1, 1, 2, 3, 4, 5, 6, 0, 0x18, 0, 0x18, 0, 0, 0, 0x48,
            0, 0, 0, 0, 0,
        ],
    ]

    /// HCI packets of Channel Sounding: a configuration, steps with tones and packets, the end of a procedure.
    static let soundingH4Samples: [[UInt8]] = [
        [
            0x01, 0x90, 0x20, 0x1C, 0x40, 0, 0, 1, 2, 0xFF, 0, 0, 0, 3, 0, 0, 1, 0xFC, 0xFF, 0x7F, 0xFC, 0xFF,
            0xFF,
            0xFF, 0xFF, 0xFF, 0x1F, 1, 0, 0, 2, 1,
        ],
        [
            0x04, 0x3E, 0x1C, 0x31, 0x40, 0, 0, 3, 2, 5, 4, 7, 6, 0xF2, 1, 0x0F, 0x20, 1, 1, 2, 76, 9, 0,
            0x23, 0xD1,
            0xED, 0, 0, 0, 0, 0x13,
        ],
        [
            0x04, 0x3E, 0x1A, 0x32, 0x40, 0, 0, 0, 0, 0, 0, 2, 0, 2, 5, 0x31, 0xC4, 2, 0x2E, 0xFB, 1, 22, 6,
            0, 3,
            0xCE, 2, 1, 1,
        ],
        [0x04, 0x3E, 0x16, 0x30, 0x0C, 0x40, 0, 0] + [UInt8](repeating: 0, count: 17),
    ]
}

/// Takes bytes as a stream of segments, each with its length before it.
private func assemble(_ bytes: [UInt8]) {
    var assembler = Ranging.Assembler()
    var rest = bytes[...]
    while let length = rest.popFirst() {
        if let segment = try? Ranging.Segment(bytes: Array(rest.prefix(Int(length) % 32))) {
            _ = assembler.feed(segment)
        }
        rest = rest.dropFirst(Int(length) % 32)
    }
}

/// Decodes; what decodes must survive being encoded and decoded again.
private func roundTrip<Value: WireValue>(_ type: Value.Type, _ bytes: [UInt8]) {
    guard let value = try? Value(bytes: bytes) else { return }
    precondition((try? Value(bytes: value.bytes)) == value, "\(value) changes in a round trip")
}
