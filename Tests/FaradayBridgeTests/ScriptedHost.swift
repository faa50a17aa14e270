import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayBridge
import Foundation

/// An HCI host in a few lines: sends what a test says, and waits for the packets that the test expects.
final class ScriptedHost {
    struct Silence: Error, CustomStringConvertible {
        let description: String
    }

    let connection: HCIConnection
    private var stream = HCI.H4Resynchronizer(from: .controller)
    /// What was heard while a test waited for something else.
    private var heard: [HCI.Packet] = []

    init(_ endpoint: HCIEndpoint) throws { connection = try HCIConnection(endpoint) }

    deinit { connection.close() }

    func close() { connection.close() }

    func send(_ packet: HCI.Packet) throws { try send(packet.h4Bytes) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.removeFirst(try connection.writeAvailable(Array(rest)))
            if !rest.isEmpty { connection.wait(reading: false, writing: true, milliseconds: 120_000) }
        }
    }

    /// The first packet that `match` makes something of; the others are kept for later.
    func expect<Answer>(_ what: String = #function, _ match: (HCI.Packet) -> Answer?) throws -> Answer {
        var next = 0
        while true {
            while next < heard.count {
                if let answer = match(heard[next]) {
                    heard.remove(at: next)
                    return answer
                }
                next += 1
            }
            try listen(what)
        }
    }

    /// Reads until at least one more packet was heard.
    private func listen(_ what: String) throws {
        let before = heard.count
        while heard.count == before {
            var bytes = try connection.readAvailable()
            if bytes.isEmpty {
                connection.wait(reading: true, writing: false, milliseconds: 120_000)
                bytes = try connection.readAvailable()
                guard !bytes.isEmpty else { throw Silence(description: "no \(what) within 120 s") }
            }
            try take(in: bytes, what)
        }
    }

    private func take(in bytes: [UInt8], _ what: String) throws {
        stream.append(bytes)
        while let finding = stream.next() {
            switch finding {
            case .packet(let packet): heard.append(packet)
            case .malformed(let error): throw error
            case .ignored, .skipped, .givenUp:
                throw Silence(description: "\(finding) while waiting for \(what)")
            }
        }
    }

    /// How many packets of this host were completed since the last call; waits a moment for the first.
    func credit() throws -> Int {
        connection.wait(reading: true, writing: false, milliseconds: 20)
        try take(in: try connection.readAvailable(), "credit")
        var count = 0
        heard.removeAll { packet in
            guard case .event(.numberOfCompletedPackets(let event)) = packet else { return false }
            count += event.completed.reduce(0) { $0 + Int($1.numCompletedPackets) }
            return true
        }
        return count
    }

    /// Sends a command and returns the status of its Command Complete or Command Status.
    @discardableResult
    func ask(_ command: HCI.Command) throws -> HCI.ErrorCode {
        try send(.command(command))
        return try answer(to: command.opcode)
    }

    func answer(to opcode: HCI.Opcode) throws -> HCI.ErrorCode {
        try expect("answer to \(opcode.name)") { packet in
            switch packet {
            case .event(.commandComplete(let event)) where event.opcode == opcode:
                event.returnParameters.first.map { HCI.ErrorCode(rawValue: $0) } ?? .success
            case .event(.commandStatus(let event)) where event.opcode == opcode: event.status
            default: nil
            }
        }
    }

    /// Reads until the other end closes.
    func readToTheEnd() throws {
        while true {
            do throws(LiveError) {
                if try connection.readAvailable().isEmpty {
                    connection.wait(reading: true, writing: false, milliseconds: 120_000)
                }
            } catch {
                guard case .closed = error else { throw error }
                return
            }
        }
    }

    // MARK: Scripts

    func start(_ address: UInt64? = nil) throws {
        try ask(.reset)
        try ask(.setEventMask(.init(eventMask: [.leMeta, .disconnectionComplete])))
        try ask(.leSetEventMask(.init(leEventMask: [.leConnectionComplete, .leAdvertisingReport])))
        guard let address else { return }
        try ask(.leSetRandomAddress(.init(randomAddress: DeviceAddress(address, .random))))
    }

    func advertise(_ data: [UInt8]) throws {
        try ask(
            .leSetAdvertisingParameters(
                .init(
                    advertisingIntervalMin: 32, advertisingIntervalMax: 32, advertisingType: .advInd,
                    ownAddressType: .random)))
        try ask(.leSetAdvertisingData(.init(advertisingData: data)))
        try ask(.leSetAdvertisingEnable(.init(advertisingEnable: true)))
    }

    func scan(filteringDuplicates: Bool = true) throws {
        try ask(
            .leSetScanParameters(
                .init(
                    leScanType: .passive, leScanInterval: 16, leScanWindow: 16, ownAddressType: .random)))
        try ask(
            .leSetScanEnable(.init(leScanEnable: true, filterDuplicates: filteringDuplicates)))
    }

    func stopScanning() throws {
        try ask(.leSetScanEnable(.init(leScanEnable: false, filterDuplicates: false)))
    }

    /// The address of who advertises `data`.
    func find(_ data: [UInt8]) throws -> DeviceAddress {
        try expect("advertisement") { packet in
            guard case .event(.leAdvertisingReport(let event)) = packet else { return nil }
            return event.reports.first { $0.data == data }?.address
        }
    }

    /// Connects and returns the handle.
    func connect(to address: DeviceAddress) throws -> UInt16 {
        try ask(
            .leCreateConnection(
                .init(
                    leScanInterval: 16, leScanWindow: 16, peerAddress: address, ownAddressType: .random,
                    connectionIntervalMin: 6, connectionIntervalMax: 6, maxLatency: 0,
                    supervisionTimeout: 100)))
        return try connection(as: .central)
    }

    func connection(as role: HCI.Role) throws -> UInt16 {
        try expect("connection") { packet in
            guard case .event(.leConnectionComplete(let event)) = packet, event.role == role else {
                return nil
            }
            return event.connectionHandle
        }
    }

    func send(_ data: [UInt8], on handle: UInt16) throws {
        try send(
            .acl(
                HCI.ACLData(
                    connectionHandle: handle, packetBoundary: .firstNonFlushable, data: data)))
    }

    func data() throws -> [UInt8] {
        try expect("data") { packet in
            guard case .acl(let packet) = packet else { return nil }
            return packet.data
        }
    }

    /// Whether a link of this host has ended, as far as it was heard.
    var hasLostLink: Bool {
        heard.contains { if case .event(.disconnectionComplete) = $0 { true } else { false } }
    }
}

/// What a server tells, kept for a test that waits for one of it.
final class Events: Sendable {
    private let condition = NSCondition()
    private let all = Lock<[HCIServer.Event]>([])

    var handler: @Sendable (HCIServer.Event) -> Void {
        { [self] event in
            all.withLock { $0.append(event) }
            condition.lock()
            condition.broadcast()
            condition.unlock()
        }
    }

    /// Waits for an event that `match` makes something of, and takes it out.
    func take<Answer>(_ match: (HCIServer.Event) -> Answer?) throws -> Answer {
        let limit = Date(timeIntervalSinceNow: 300)
        condition.lock()
        defer { condition.unlock() }
        while true {
            let found = all.withLock { events -> Answer? in
                for index in events.indices {
                    if let answer = match(events[index]) {
                        events.remove(at: index)
                        return answer
                    }
                }
                return nil
            }
            if let found { return found }
            guard condition.wait(until: limit) else {
                throw ScriptedHost.Silence(description: "no such event: \(all.withLock { $0 })")
            }
        }
    }

    /// How many events that nobody has taken `match`.
    func count(_ match: (HCIServer.Event) -> Bool) -> Int { all.withLock { $0.count(where: match) } }

    /// The departure of the next client that leaves, or of the one with this name.
    func departure(of name: String? = nil) throws -> HCIServer.Departure {
        try take { event in
            guard case .disconnected(let client, let departure) = event, name ?? client.name == client.name
            else { return nil }
            return departure
        }
    }
}
