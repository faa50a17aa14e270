import BluetoothTypes
import BluetoothWire

@testable import FaradayImport

/// Captures of one adapter, packet by packet.
struct HandMadeCapture {
    private(set) var packets: [CapturedPacket] = []
    /// Nanoseconds since 1970.
    var time: UInt64 = 1_700_000_000_000_000_000
    var adapter = 0
    var handle: UInt16 = 0x40
    /// Whether the adapter's host is the central.
    var hostIsCentral = true

    static let device = DeviceAddress(0xC0FF_EE00_0001, .random)

    var imported: CaptureImport { CaptureImport(packets: [packets]) }
    var only: ImportedDevice? { imported.devices.count == 1 ? imported.devices.first : nil }

    mutating func wait(_ milliseconds: UInt64) { time += milliseconds * 1_000_000 }

    mutating func add(_ packet: HCI.Packet, isDown: Bool) {
        time += 1_000_000
        packets.append(
            CapturedPacket(
                time: time, .hci(adapter: adapter, isDown ? .toController : .toHost, packet.h4Bytes)))
    }

    mutating func command(_ command: HCI.Command) { add(.command(command), isDown: true) }
    mutating func event(_ event: HCI.Event) { add(.event(event), isDown: false) }

    mutating func connect(_ peer: DeviceAddress = Self.device) {
        event(
            .leConnectionComplete(
                .init(
                    status: .success, connectionHandle: handle, role: hostIsCentral ? .central : .peripheral,
                    peerAddress: peer, connectionInterval: 24, peripheralLatency: 0, supervisionTimeout: 400))
        )
    }

    mutating func advertise(
        _ data: [UInt8], as type: HCI.AdvertisingReportType = .advInd, _ address: DeviceAddress = Self.device
    ) {
        event(
            .leAdvertisingReport(
                .init(reports: [.init(eventType: type, address: address, data: data, rssi: -40)])))
    }

    mutating func frame(_ payload: [UInt8], on channel: L2CAP.ChannelID = .att, isFromCentral: Bool) {
        add(
            .acl(
                .init(
                    connectionHandle: handle, packetBoundary: .firstFlushable,
                    data: L2CAP.BasicFrame(channel: channel, payload: payload).bytes)),
            isDown: isFromCentral == hostIsCentral)
    }

    mutating func security(_ pdu: SMP.PDU, isFromCentral: Bool) {
        frame(pdu.bytes, on: .smp, isFromCentral: isFromCentral)
    }

    mutating func request(_ request: ATT.Request, _ answer: ATT.Response?) {
        frame(ATT.ClientPDU.request(request).bytes, isFromCentral: true)
        if let answer { frame(ATT.ServerPDU.response(answer).bytes, isFromCentral: false) }
    }

    mutating func refuse(_ request: ATT.Request, _ handle: ATT.Handle, _ code: ATT.ErrorCode) {
        self.request(request, .error(.init(requestOpcode: request.opcode, handle: handle, code: code)))
    }

    mutating func notify(_ handle: ATT.Handle, _ value: [UInt8]) {
        frame(ATT.ServerPDU.notification(handle, value: value).bytes, isFromCentral: false)
    }

    /// A service FF00 at 0x10 with FF01 (write, value at 0x12) and FF02 (notify, value at 0x14, configuration at 0x15).
    mutating func discover() {
        request(
            .readByGroupType(.all, type: "2800"),
            .readByGroupType([.init(handle: 0x10, groupEnd: 0x15, value: [0x00, 0xFF])]))
        refuse(.readByGroupType(.init(first: 0x16, last: 0xFFFF), type: "2800"), 0x16, .attributeNotFound)
        request(
            .readByType(.init(first: 0x10, last: 0x15), type: "2803"),
            .readByType(
                .init(entries: [
                    .init(handle: 0x11, value: [0x0A, 0x12, 0x00, 0x01, 0xFF]),
                    .init(handle: 0x13, value: [0x10, 0x14, 0x00, 0x02, 0xFF]),
                ])))
        refuse(.readByType(.init(first: 0x14, last: 0x15), type: "2803"), 0x14, .attributeNotFound)
        request(
            .findInformation(.init(first: 0x15, last: 0x15)),
            .findInformation(.init(entries: [.init(handle: 0x15, uuid: "2902")])))
    }

    /// A write to FF01 and what follows it on FF02.
    mutating func exchange(_ request: [UInt8], _ answers: [[UInt8]]) {
        self.request(.write(0x12, value: request), .write)
        for answer in answers {
            wait(10)
            notify(0x14, answer)
        }
        wait(100)
    }
}
