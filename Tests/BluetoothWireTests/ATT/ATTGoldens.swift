import BluetoothTypes
import BluetoothWire

/// The PDUs of the attribute protocol, byte for byte (Core 6.0, Vol 3, Part F, 3.4).
enum ATTGoldens {
    static let vendor = BluetoothUUID(high: 0x1122_3344_5566_7788, low: 0x99AA_BBCC_DDEE_FF00)
    /// `vendor`, least significant byte first.
    static let vendorBytes: [UInt8] = [
        0x00, 0xFF, 0xEE, 0xDD, 0xCC, 0xBB, 0xAA, 0x99, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11,
    ]
    /// 0000180D-0000-1000-8000-00805F9B34FB, least significant byte first.
    static let heartRate128: [UInt8] = [
        0xFB, 0x34, 0x9B, 0x5F, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00, 0x0D, 0x18, 0x00, 0x00,
    ]
    static let signature: [UInt8] = [1, 0, 0, 0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8]
    static let range = ATT.HandleRange(first: 0x0010, last: 0x0123)

    static let all = requests + commands + responses + initiatedByServer

    private static func request(
        _ name: String, _ request: ATT.Request, _ bytes: [UInt8],
        _ tail: WireGolden<ATT.PDU>.Tail = .closed
    ) -> WireGolden<ATT.PDU> {
        WireGolden(name, .client(.request(request)), bytes, tail)
    }

    private static func response(
        _ name: String, _ response: ATT.Response, _ bytes: [UInt8],
        _ tail: WireGolden<ATT.PDU>.Tail = .closed
    ) -> WireGolden<ATT.PDU> {
        WireGolden(name, .server(.response(response)), bytes, tail)
    }

    static let requests: [WireGolden<ATT.PDU>] = [
        // Opcode; client Rx MTU 517.
        request("Exchange MTU Request", .exchangeMTU(clientRxMTU: 517), [0x02, 0x05, 0x02]),
        // Opcode; first, last handle.
        request("Find Information Request", .findInformation(range), [0x04, 0x10, 0x00, 0x23, 0x01]),
        // Opcode; range; type; value. A value ends it, which may be empty.
        request(
            "Find By Type Value Request", .findByTypeValue(.all, type: 0x2800, value: [0x0D, 0x18]),
            [0x06, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28, 0x0D, 0x18], .open(from: 7)),
        // Opcode; range; type with 2 bytes.
        request(
            "Read By Type Request, short", .readByType(range, type: BluetoothUUID(0x2803)),
            [0x08, 0x10, 0x00, 0x23, 0x01, 0x03, 0x28]),
        // Opcode; range; type with 16 bytes, whose first two alone are a type as well.
        request(
            "Read By Type Request, long", .readByType(range, type: vendor),
            [0x08, 0x10, 0x00, 0x23, 0x01] + vendorBytes, .also([7])),
        // A UUID of 32 bits is sent with 128.
        request(
            "Read By Type Request, 32 bits", .readByType(range, type: BluetoothUUID(bits32: 0x180D)),
            [0x08, 0x10, 0x00, 0x23, 0x01] + heartRate128, .also([7])),
        // Opcode; handle.
        request("Read Request", .read(0x0003), [0x0A, 0x03, 0x00]),
        // Opcode; handle; offset 22.
        request("Read Blob Request", .readBlob(0x0003, offset: 22), [0x0C, 0x03, 0x00, 0x16, 0x00]),
        // Opcode; handles, at least two.
        request(
            "Read Multiple Request", .readMultiple([3, 5, 0x0102]), [0x0E, 3, 0, 5, 0, 2, 1],
            .list(step: 2, from: 5)),
        // Opcode; range; type with 2 bytes.
        request(
            "Read By Group Type Request, short", .readByGroupType(.all, type: BluetoothUUID(0x2800)),
            [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28]),
        request(
            "Read By Group Type Request, long", .readByGroupType(.all, type: vendor),
            [0x10, 0x01, 0x00, 0xFF, 0xFF] + vendorBytes, .also([7])),
        // Opcode; handle; value.
        request(
            "Write Request", .write(0x000E, value: [0x01, 0x00]), [0x12, 0x0E, 0x00, 0x01, 0x00],
            .open(from: 3)),
        // Opcode; handle; offset 18; value.
        request(
            "Prepare Write Request", .prepareWrite(0x0021, offset: 18, value: [0xAA, 0xBB]),
            [0x16, 0x21, 0x00, 0x12, 0x00, 0xAA, 0xBB], .open(from: 5)),
        // Opcode; flags.
        request("Execute Write Request, cancel", .executeWrite(.cancel), [0x18, 0x00]),
        request("Execute Write Request, write", .executeWrite(.write), [0x18, 0x01]),
        // Opcode; handles, at least two.
        request(
            "Read Multiple Variable Request", .readMultipleVariable([3, 5]), [0x20, 3, 0, 5, 0],
            .list(step: 2, from: 5)),
    ]

    static let commands: [WireGolden<ATT.PDU>] = [
        // Opcode; handle; value.
        WireGolden(
            "Write Command", .client(.command(.write(0x0011, value: [0x07]))), [0x52, 0x11, 0x00, 0x07],
            .open(from: 3)),
        // Opcode; handle; value; signature: counter of 4 bytes, MAC of 8.
        WireGolden(
            "Signed Write Command",
            .client(.command(.signedWrite(0x0011, value: [0x07, 0x08], signature: signature))),
            [0xD2, 0x11, 0x00, 0x07, 0x08] + signature, .open(from: 15)),
        // Opcode alone.
        WireGolden("Handle Value Confirmation", .client(.confirmation), [0x1E]),
    ]

    static let responses: [WireGolden<ATT.PDU>] = [
        // Opcode; request's opcode; handle; error.
        response(
            "Error Response",
            .error(
                ATT.ErrorResponse(requestOpcode: .readByTypeRequest, handle: 0x12, code: .attributeNotFound)),
            [0x01, 0x08, 0x12, 0x00, 0x0A]),
        // Opcode; server Rx MTU 185.
        response("Exchange MTU Response", .exchangeMTU(serverRxMTU: 185), [0x03, 0xB9, 0x00]),
        // Opcode; format 1; handle and type, twice.
        response(
            "Find Information Response, short",
            .findInformation(
                ATT.InformationList(entries: [
                    .init(handle: 0x12, uuid: BluetoothUUID(0x2902)),
                    .init(handle: 0x13, uuid: BluetoothUUID(0x2901)),
                ])), [0x05, 0x01, 0x12, 0x00, 0x02, 0x29, 0x13, 0x00, 0x01, 0x29], .list(step: 4, from: 6)),
        // Opcode; format 2; handle and type.
        response(
            "Find Information Response, long",
            .findInformation(ATT.InformationList(entries: [.init(handle: 0x0102, uuid: vendor)])),
            [0x05, 0x02, 0x02, 0x01] + vendorBytes, .list(step: 18, from: 20)),
        // Opcode; found handle and end of group, twice.
        response(
            "Find By Type Value Response",
            .findByTypeValue([.init(found: 0x10, groupEnd: 0x1F), .init(found: 0x30, groupEnd: 0xFFFF)]),
            [0x07, 0x10, 0x00, 0x1F, 0x00, 0x30, 0x00, 0xFF, 0xFF], .list(step: 4, from: 5)),
        // Opcode; length 7; declaration's handle; properties, value's handle, UUID; all twice.
        response(
            "Read By Type Response",
            .readByType(
                ATT.ReadByTypeResponse(entries: [
                    .init(handle: 0x02, value: [0x02, 0x03, 0x00, 0x00, 0x2A]),
                    .init(handle: 0x04, value: [0x10, 0x05, 0x00, 0x37, 0x2A]),
                ])),
            [
                0x09, 0x07, 0x02, 0x00, 0x02, 0x03, 0x00, 0x00, 0x2A, 0x04, 0x00, 0x10, 0x05, 0x00, 0x37,
                0x2A,
            ], .list(step: 7, from: 9)),
        // Opcode; value, which may be empty.
        response("Read Response", .read(value: [0x48, 0x52]), [0x0B, 0x48, 0x52], .open(from: 1)),
        response("Read Blob Response", .readBlob(value: [0x2D, 0x31]), [0x0D, 0x2D, 0x31], .open(from: 1)),
        response(
            "Read Multiple Response", .readMultiple(values: [1, 2, 3]), [0x0F, 1, 2, 3], .open(from: 1)),
        // Opcode; length 6; service's first and last handle, UUID; all twice.
        response(
            "Read By Group Type Response",
            .readByGroupType([
                .init(handle: 0x01, groupEnd: 0x09, value: [0x00, 0x18]),
                .init(handle: 0x10, groupEnd: 0x1F, value: [0x0D, 0x18]),
            ]), [0x11, 0x06, 0x01, 0x00, 0x09, 0x00, 0x00, 0x18, 0x10, 0x00, 0x1F, 0x00, 0x0D, 0x18],
            .list(step: 6, from: 8)),
        // Opcode alone.
        response("Write Response", .write, [0x13]),
        // Opcode; handle; offset; value.
        response(
            "Prepare Write Response", .prepareWrite(0x0021, offset: 18, value: [0xAA, 0xBB]),
            [0x17, 0x21, 0x00, 0x12, 0x00, 0xAA, 0xBB], .open(from: 5)),
        response("Execute Write Response", .executeWrite, [0x19]),
        // Opcode; length 2 and value; length 1 and value. The last value may be cut, a length not.
        response(
            "Read Multiple Variable Response",
            .readMultipleVariable([.init(length: 2, value: [0xAA, 0xBB]), .init(length: 1, value: [0xCC])]),
            [0x21, 2, 0, 0xAA, 0xBB, 1, 0, 0xCC], .also([3, 4, 5, 7])),
        // Opcode; length 300, of which two bytes had room.
        response(
            "Read Multiple Variable Response, cut",
            .readMultipleVariable([.init(length: 300, value: [0xAA, 0xBB])]),
            [0x21, 0x2C, 0x01, 0xAA, 0xBB], .open(from: 3)),
    ]

    static let initiatedByServer: [WireGolden<ATT.PDU>] = [
        // Opcode; handle; value.
        WireGolden(
            "Handle Value Notification", .server(.notification(0x0005, value: [0x00, 0x48])),
            [0x1B, 0x05, 0x00, 0x00, 0x48], .open(from: 3)),
        WireGolden(
            "Handle Value Indication", .server(.indication(0x0005, value: [0x01, 0x00, 0xFF, 0xFF])),
            [0x1D, 0x05, 0x00, 0x01, 0x00, 0xFF, 0xFF], .open(from: 3)),
        // Opcode; handle, length and value, twice.
        WireGolden(
            "Multiple Handle Value Notification",
            .server(
                .multipleNotification([.init(handle: 5, value: [0x48]), .init(handle: 7, value: [1, 2])])),
            [0x23, 5, 0, 1, 0, 0x48, 7, 0, 2, 0, 1, 2], .also([6])),
    ]
}
