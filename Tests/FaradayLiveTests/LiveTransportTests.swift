import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import Eventually
import FaradayCoreBluetooth
import FaradayProtocol
import FaradaySimulation
import Foundation
import Testing

@testable import FaradayLive

/// Live phones on every transport, and what they make of transports that misbehave.
@Suite struct LiveTransportTests {
    /// A world with a device in it.
    private func world() -> (World, Device) {
        let world = World(seed: 1)
        let device = world.add(.blinky(), at: .meters(1))
        world.pace(speed: 5)
        return (world, device)
    }

    /// Reads and writes the device from the phone, and hears its button.
    private func use(_ device: Device, from phone: LivePhone) async {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let app = BlinkyApp(phone) { continuation.yield($0) }
        var heard: [String] = []
        for await line in lines {
            heard.append(line)
            if line == "subscribed" { device.update(Blinky.button, [1]) }
            if line == "button 1" || line.contains(":") { break }
        }
        #expect(heard == ["on", "connected", "wrote", "read 1", "subscribed", "button 1"])
        withExtendedLifetime(app) {}
    }

    @Test(arguments: ["tcp-server:0", "unix", "pty"])
    func aPhoneWorksOnAControllerThatListens(_ kind: String) async throws {
        let folder = Folder()
        let (world, device) = world()
        defer { world.stopPacing() }
        let endpoint = kind == "unix" ? .unixServer(path: folder.file("socket")) : try HCIEndpoint(kind)
        let server = try ControllerServer(in: world, on: endpoint)
        let phone = try LivePhone(server.endpoint)
        await use(device, from: phone)
        phone.stop()
        eventually("the controller sees the phone leave") { server.hasEnded }
    }

    @Test(arguments: ["tcp-server:0", "unix", "pty", "pty:link"])
    func aPhoneWaitsForAControllerThatComes(_ kind: String) async throws {
        let folder = Folder()
        let (world, device) = world()
        defer { world.stopPacing() }
        let endpoint: HCIEndpoint =
            switch kind {
            case "unix": .unixServer(path: folder.file("socket"))
            case "pty:link": .pty(link: folder.file("link"))
            default: try HCIEndpoint(kind)
            }
        var server: ControllerServer?
        let phone = try LivePhone(
            endpoint,
            onListening: { peer in
                let peer = kind == "pty:link" ? .serial(path: folder.file("link"), .init()) : peer
                server = ControllerServer(in: world, connectingTo: peer)
            })
        await use(device, from: phone)
        phone.stop()
        eventually("the controller sees the phone leave") { server?.hasEnded == true }
    }

    /// Neither the peer's supervision timeout nor advertising that continues shows that the phone has left.
    @Test func aPhoneThatStopsEndsItsLinksAndResetsItsController() async throws {
        let (world, device) = world()
        defer { world.stopPacing() }
        world.startTrace()
        let server = try ControllerServer(in: world)
        let phone = try LivePhone(server.endpoint)
        await use(device, from: phone)
        #expect(device.connectionCount == 1)
        phone.stop()
        eventually("the controller sees the phone leave") { server.hasEnded }
        let records = world.trace
        let sent = records.compactMap { record -> HCI.Command? in
            guard case .hci(.command(let command)) = record.payload, record.direction == .down,
                record.node.map({ world.nodeNames[Int($0.rawValue)] }) == "remote"
            else { return nil }
            return command
        }
        #expect(sent.last == .reset)
        // Between them the phone may end a scan that it still had.
        let disconnects = sent.compactMap { command -> HCI.ErrorCode? in
            guard case .disconnect(let disconnect) = command else { return nil }
            return disconnect.reason
        }
        #expect(disconnects == [.remoteUserTerminatedConnection])
        let ends = records.compactMap { record -> HCI.ErrorCode? in
            guard case .hci(.event(.disconnectionComplete(let event))) = record.payload else { return nil }
            return event.reason
        }
        // At the device and at the phone, in this order or the other.
        #expect(Set(ends) == [.remoteUserTerminatedConnection, .connectionTerminatedByLocalHost])
        #expect(device.connectionCount == 0)
    }

    @Test func aSecondControllerIsRefused() throws {
        var first: HCIConnection?
        var peer: HCIEndpoint?
        let phone = try LivePhone(
            HCIEndpoint("tcp-server:0"),
            onListening: {
                peer = $0
                first = try? HCIConnection($0)
            })
        defer { phone.stop() }
        #expect(try first?.read(4) == [1, 3, 0x0C, 0])
        let endpoint = try #require(peer)
        #expect(throws: LiveError.unreachable(endpoint, "Connection refused")) { try HCIConnection(endpoint) }
    }

    @Test func bytesMayComeOneByOne() async throws {
        let (world, device) = world()
        defer { world.stopPacing() }
        let server = try ControllerServer(in: world, .init(isCutEverywhere: true))
        let phone = try LivePhone(server.endpoint)
        defer { phone.stop() }
        await use(device, from: phone)
    }

    @Test(arguments: ["tcp-server:0", "pty"])
    func noiseBetweenPacketsIsSkipped(_ kind: String) async throws {
        let (world, device) = world()
        defer { world.stopPacing() }
        // A controller that was in the middle of something, then a byte too many on the wire now and then.
        let server = try ControllerServer(
            in: world, on: HCIEndpoint(kind),
            .init(garbage: [0xFF, 0x00], garbageInterval: 8, greeting: [0x0C, 0x00, 0xFF, 0x55, 0x05]))
        let phone = try LivePhone(server.endpoint)
        defer { phone.stop() }
        await use(device, from: phone)
    }

    /// What listens there is no controller: it sends nothing, or nothing of HCI.
    @Test(arguments: ["", "SSH-2.0-OpenSSH_9.2p1\r\n"])
    func whatIsNoControllerIsNamed(_ greeting: String) throws {
        let listener = try HCIListener(HCIEndpoint("tcp-server:0"))
        defer { listener.close() }
        let failures = Lock<[LiveError]>([])
        let phone = try LivePhone(
            listener.peerEndpoint, onFailure: { error in failures.withLock { $0.append(error) } })
        let connection = try HCIConnection(listener.nextPeer(), listener.endpoint, isWakeable: true)
        _ = try connection.writeAvailable(Array(greeting.utf8))
        let watcher = StateWatcher { _ in }
        let central = CBCentralManager(
            delegate: watcher, queue: DispatchQueue(label: "app"), provider: phone)
        eventually("the phone has no Bluetooth") { central.state == .unsupported }
        eventually("the failure is told") { failures.withLock { !$0.isEmpty } }
        let expected =
            greeting.isEmpty
            ? "the controller at \(listener.peerEndpoint) cannot be used: it did not answer Reset within 2 s"
            : "\(listener.peerEndpoint) sends data that is not H4: "
                + "53 53 48 2D 32 2E 30 2D 4F 70 65 6E 53 53 48 5F (\"SSH-2.0-OpenSSH_\")"
        #expect(failures.withLock { $0.map(\.description) } == [expected])
        phone.stop()
        connection.close()
    }

    @Test func aStreamWithoutSenseIsTheEnd() throws {
        let (world, _) = world()
        defer { world.stopPacing() }
        let server = try ControllerServer(
            in: world, .init(greeting: [UInt8](repeating: 0, count: 70_000)))
        let failure = Lock<[LiveError]>([])
        let phone = try LivePhone(
            server.endpoint, onFailure: { error in failure.withLock { $0.append(error) } })
        defer { phone.stop() }
        let expected = LiveError.malformed(server.endpoint, "the boundaries of its packets are lost")
        eventually("the phone gives up") { failure.withLock { $0 } == [expected] }
    }

    /// After so many packets of the controller: before its first, in its start, with the app at work.
    @Test(arguments: [0, 1, 2, 5, 12, 20, 25, 30, 35, 40])
    func aControllerThatVanishesIsToldOnce(_ packets: Int) throws {
        let (world, _) = world()
        defer { world.stopPacing() }
        let server = try ControllerServer(in: world, .init(packetsBeforeEnd: packets))
        let failures = Lock<[LiveError]>([])
        let phone = try LivePhone(
            server.endpoint, onFailure: { error in failures.withLock { $0.append(error) } })
        let heard = Lock<[String]>([])
        let app = BlinkyApp(phone) { line in heard.withLock { $0.append(line) } }
        eventually("the failure is told") { failures.withLock { !$0.isEmpty } }
        eventually("the manager has no radio") { app.central.state == .unsupported }
        if let peripheral = app.peripheral { #expect(peripheral.state == .disconnected) }
        #expect(failures.withLock { $0 } == [.closed(server.endpoint)])
        // Managers that come later hear it too.
        let (states, late) = (Lock<[CBManagerState]>([]), DispatchQueue(label: "late"))
        let watcher = StateWatcher { state in states.withLock { $0.append(state) } }
        let manager = CBCentralManager(delegate: watcher, queue: late, provider: phone)
        eventually("a later manager hears") { states.withLock { $0 } == [.unsupported] }
        withExtendedLifetime(manager) {}
        phone.stop()
    }

    /// A radio that goes in the middle of work: `.resetting`, then `.unsupported`, and no word about links.
    @Test func managersSeeTheRadioGo() async throws {
        let (world, _) = world()
        defer { world.stopPacing() }
        let server = try ControllerServer(in: world)
        let phone = try LivePhone(server.endpoint, onFailure: { _ in })
        defer { phone.stop() }
        let (states, continuation) = AsyncStream.makeStream(of: CBManagerState.self)
        let watcher = StateWatcher { continuation.yield($0) }
        let manager = CBCentralManager(
            delegate: watcher, queue: DispatchQueue(label: "app"), provider: phone)
        var seen: [CBManagerState] = []
        for await state in states {
            seen.append(state)
            if state == .poweredOn { server.stop() }
            if state == .unsupported { break }
        }
        #expect(seen == [.poweredOn, .resetting, .unsupported])
        withExtendedLifetime(manager) {}
    }

    @Test func aControllerThatOnlyTalksDoesNotKeepAppsWaiting() async throws {
        let listener = try HCIListener(HCIEndpoint("tcp-server:0"))
        defer { listener.close() }
        let isOver = Lock(false)
        Thread.detachNewThread {
            guard
                let connection = try? HCIConnection(listener.nextPeer(), listener.endpoint, isWakeable: true)
            else { return }
            let report: [UInt8] = [4, 0x3E, 12, 2, 1, 0, 1, 1, 2, 3, 4, 5, 6, 0, 0xC0]
            let flood = Array(repeatElement(report, count: 1000).joined())
            var rest: ArraySlice<UInt8> = []
            while !isOver.withLock({ $0 }) {
                if rest.isEmpty { rest = flood[...] }
                guard let count = try? connection.writeAvailable(Array(rest)) else { break }
                rest = rest.dropFirst(count)
                if count == 0 { connection.wait(reading: false, writing: true, milliseconds: 10) }
            }
            connection.close()
        }
        let phone = try LivePhone(listener.peerEndpoint)
        let central = CBCentralManager(
            delegate: nil, queue: DispatchQueue(label: "app"), provider: phone)
        let start = DispatchTime.now().uptimeNanoseconds
        for _ in 0..<1000 { _ = central.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")]) }
        #expect(DispatchTime.now().uptimeNanoseconds - start < 300_000_000_000)
        isOver.withLock { $0 = true }
        phone.stop()
    }

    @Test func aStoppedPhoneLeavesTheControllerAndItsThread() throws {
        for _ in 0..<20 {
            let listener = try HCIListener(HCIEndpoint("tcp-server:0"))
            let phone = try LivePhone(listener.peerEndpoint)
            let connection = try HCIConnection(listener.nextPeer(), listener.endpoint, isWakeable: true)
            #expect(try connection.read(4) == [1, 3, 0x0C, 0])
            let central = CBCentralManager(
                delegate: nil, queue: DispatchQueue(label: "app"), provider: phone)
            phone.stop()
            #expect(connection.readToEnd() == .closed(listener.endpoint))
            // In vain, but no harm.
            central.scanForPeripherals(withServices: nil)
            connection.close()
            listener.close()
        }
    }

    /// The date of a report is today's, to the minute; a world's begins in 2025.
    @Test func reportsHaveTheDateOfToday() async throws {
        let (world, _) = world()
        defer { world.stopPacing() }
        let server = try ControllerServer(in: world)
        let phone = try LivePhone(server.endpoint)
        defer { phone.stop() }
        let (dates, continuation) = AsyncStream.makeStream(of: Double?.self)
        let scanner = TimestampReader(phone) { continuation.yield($0) }
        let before = Date().timeIntervalSinceReferenceDate
        for await date in dates {
            let after = Date().timeIntervalSinceReferenceDate
            // The clock that counts and the one that tells the date are read one after the other, on a busy machine not at once.
            #expect(try #require(date) > before - 60 && date ?? .infinity < after + 60)
            break
        }
        withExtendedLifetime(scanner) {}
    }

    @Test func aPhoneWithAStoreIsTheSamePhoneAgain() throws {
        let folder = Folder()
        let path = folder.file("phone.json")
        var addresses: [[UInt8]] = []
        for _ in 0..<2 {
            let (world, _) = world()
            defer { world.stopPacing() }
            let server = try ControllerServer(in: world)
            let phone = try LivePhone(server.endpoint, store: path)
            let watcher = StateWatcher { _ in }
            let central = CBCentralManager(
                delegate: watcher, queue: DispatchQueue(label: "app"), provider: phone)
            eventually("the phone is on") { central.state == .poweredOn }
            addresses.append(try #require(try LiveStore(path: path)).identityAddress.littleEndianBytes)
            phone.stop()
            server.stop()
        }
        #expect(addresses[0] == addresses[1])
    }

    @Test func aBrokenStoreKeepsAPhoneFromStarting() throws {
        let folder = Folder()
        let path = folder.file("phone.json")
        try Data("{}".utf8).write(to: .init(fileURLWithPath: path))
        #expect(throws: LiveError.badStore(path, "'version' is missing")) {
            try LivePhone(.unix(path: folder.file("nobody")), store: path)
        }
    }
}
