import FaradayTesting
import Foundation
import Testing

import enum BluetoothPort.ManagerState
import enum BluetoothPort.PortError
import struct BluetoothPort.AttributeIdentifier

@testable import FaradayClient

@Suite("What strangers found of links, changes and streams")
struct LinksAndStreamsTests {
    private static let path = CharacteristicPath("FF01", of: "FF00")

    @Test("The end of a cancelled attempt that comes late is not that of the next one", .simulated)
    func lateEnd() async throws {
        let phone = ScriptedPhone(World.current)
        let central = Central(on: phone)
        let peer = central.peripheral(FakePeer.identifier)
        phone.turn(.poweredOn)
        let first = await reason { try await peer.connect(within: .milliseconds(100)) }
        #expect(first == .deadlineExceeded)
        try await World.current.sleep(for: .seconds(3))
        async let second: Void = peer.connect()
        try await phone.settle()
        #expect(phone.count(\.isConnect) == 2)
        // What the system had kept back: a link at the last moment, and its end. There is no link now.
        phone.setLengthIsKnown(false)
        phone.receive(.connected(FakePeer.peer))
        phone.receive(.disconnected(FakePeer.identifier, nil, timestamp: 0, isReconnecting: false))
        try await phone.settle()
        #expect(peer.connectionState == .connecting)
        phone.setLengthIsKnown(true)
        phone.receive(.connected(FakePeer.peer))
        try await second
        #expect(peer.connectionState == .connected)
    }

    @Test("Held-up news of a link make no misuse of the API", .simulated(misuse: .fail))
    func heldUp() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        async let seen: Void = withDeadline(.minutes(2)) {
            do { for try await _ in central.scan(repeating: true) {} } catch {}
        }
        try await world.sleep(for: .seconds(1))
        world.inject(.scanReport(of: "HR-1").isDelayed(by: .seconds(6)))
        try await world.sleep(for: .milliseconds(300))
        for _ in 0..<12 {
            _ = await clientError { _ = try await strap.read(Battery.level, within: .milliseconds(700)) }
            try await world.sleep(for: .seconds(2))
        }
        #expect(try await strap.read(Battery.level) == 87)
        await seen
    }

    @Test(
        "A request that is refused with a handle that is gone begins again when the news of the change comes",
        .simulated, arguments: [UInt8(0x01), 0x12])
    func outdated(code: UInt8) async throws {
        let phone = ScriptedPhone(World.current)
        let peer = Central(on: phone).peripheral(FakePeer.identifier)
        phone.turn(.poweredOn)
        async let value = peer.read(Self.path)
        try await phone.answer(until: \.isRead)
        phone.receive(
            .characteristicValue(
                FakePeer.identifier, AttributeIdentifier(rawValue: 11), .failure(.att(code: code))))
        try await World.current.sleep(for: .milliseconds(500))
        phone.dropAnswer()
        phone.change {
            $0.services[0].identifier = 40; $0.services[0].characteristics[0].identifier = 41
        }
        phone.receive(
            .servicesModified(FakePeer.identifier, invalidated: [AttributeIdentifier(rawValue: 10)]))
        try await phone.answerAll()
        #expect(try await value == [41])
    }

    @Test("Without news of a change, the error is told", .simulated)
    func noNews() async throws {
        let phone = ScriptedPhone(World.current)
        let peer = Central(on: phone).peripheral(FakePeer.identifier)
        phone.turn(.poweredOn)
        async let error = clientError { _ = try await peer.read(Self.path) }
        try await phone.answer(until: \.isRead)
        phone.receive(
            .characteristicValue(
                FakePeer.identifier, AttributeIdentifier(rawValue: 11), .failure(.att(code: 1))))
        #expect(await error?.reason == .refused(code: 1))
        #expect(await error?.description.contains("0x01 (Invalid Handle)") == true)
    }

    @Test(
        "Reads that begin directly after connecting end well while services change", .simulated,
        arguments: 0..<40)
    func changing(number: Int) async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        try await strap.connect()
        world.after(.milliseconds(10 * number)) {
            let services: [DeviceService] = [
                DeviceService("AAAA") { DeviceCharacteristic("AAA1", [.read]).onRead { _ in [1] } },
                DeviceService(Battery.service) {
                    DeviceCharacteristic(Battery.level.uuid, [.read]).onRead { _ in [55] }
                },
            ]
            do { try device.setServices(services, keeping: [nil, nil]) } catch { Issue.record(error) }
        }
        let changes = strap.serviceChanges
        for _ in 0..<8 {
            let level = try await strap.read(Battery.level, within: .seconds(20))
            #expect(level == 87 || level == 55)
        }
        try await world.sleep(for: .seconds(2))
        #expect(try await strap.read(Battery.level) == 55)
        var changed: [[DiscoveredService]] = []
        await withDeadline(.seconds(1)) { for await change in changes { changed.append(change) } }
        #expect(changed.count == 1 && Set(changed[0].map(\.uuid)) == [Battery.service])
    }

    @Test("An ordinary launch restores nothing, and the sequence ends", .simulated)
    func restored() async throws {
        let world = World.current
        let phone = world.addPhone().configure(AppManifest(backgroundModes: [.central, .peripheral]))
        let central = phone.run { Central(restoreIdentifier: "straps") }
        let local = phone.run { LocalPeripheral(restoreIdentifier: "server") }
        let start = world.now
        var count = 0
        for await _ in central.restored { count += 1 }
        for await _ in local.restored { count += 1 }
        for await _ in central.restored { count += 1 }
        #expect(count == 0 && world.now - start < .seconds(1))
    }

    @Test("An attempt that never connects counts, and the policy gives up", .simulated)
    func attempts() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        var events = strap.connectionEvents.makeAsyncIterator()
        strap.maintainConnection(
            .exponential(from: .seconds(1), jitter: 0, attempts: 3, attemptLength: .seconds(10)))
        #expect(await events.next() == .connecting)
        #expect(await events.next() == .connected)
        device.move(to: .outOfRange)
        var names: [String] = []
        while let event = await events.next() {
            names.append("\(event)".prefix { $0 != "(" }.description)
            if event == .gaveUp { break }
        }
        #expect(
            names == [
                "disconnected", "connecting", "connectionFailed", "connecting", "connectionFailed",
                "connecting", "connectionFailed", "gaveUp",
            ])
        #expect(!strap.isConnectionMaintained && strap.connectionState == .disconnected)
    }

    @Test("A request that waits for the link is not ended with an attempt of the policy", .simulated)
    func attemptsAndRequests() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        device.move(to: .outOfRange)
        strap.maintainConnection(.exponential(jitter: 0, attempts: 2, attemptLength: .seconds(5)))
        world.after(.minutes(2)) { device.move(to: .meters(2)) }
        #expect(try await strap.read(Battery.level) == 87)
        #expect(!strap.isConnectionMaintained)
    }

    @Test("A sequence that survives and begins while Bluetooth is off waits for the next link", .simulated)
    func survivors() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let central = phone.run { Central() }
        let strap = try await central.find(.named("HR-1"))
        strap.maintainConnection()
        phone.setBluetooth(false)
        try await world.sleep(for: .seconds(1))
        #expect(
            await clientError { for try await _ in strap.notifications(of: HeartRate.measurement) {} }?.reason
                == .poweredOff)
        world.after(.seconds(10)) { phone.setBluetooth(true) }
        var count = 0
        for try await _ in strap.notifications(of: HeartRate.measurement, survivesDisconnection: true) {
            count += 1
            if count == 3 { break }
        }
        #expect(count == 3)
    }
}

@Suite("What strangers found of scans and values")
struct ScansAndValuesTests {
    @Test("A scan with an expiry begins with its loop, and keeps one event for each peripheral", .simulated)
    func lazyAndBounded() async throws {
        let world = World.current
        let phone = ScanNotingPhone(world.addPhone())
        for number in 0..<3 { world.add(.battery(name: "B\(number)"), at: .meters(2)) }
        let central = Central(on: phone)
        let events = central.scan(losingAfter: .seconds(3))
        try await world.sleep(for: .seconds(1))
        #expect(phone.notes.isEmpty)
        var iterator = events.makeAsyncIterator()
        try await world.sleep(for: .minutes(10))
        #expect(phone.notes.count == 1)
        var names: Set<String> = []
        for _ in 0..<3 {
            guard case .seen(let sighting) = try await iterator.next() else { continue }
            names.insert(sighting.name ?? "")
        }
        #expect(names == ["B0", "B1", "B2"])
    }

    @Test("What has come and gone while the reader was busy is left out")
    func pending() {
        let sighting = Sighting(
            peripheral: Peripheral(name: "A"), advertisement: Advertisement(), rssi: -40)
        let events = PendingScanEvents()
        for _ in 0..<100 {
            #expect(events.add(.seen(sighting)))
            #expect(!events.add(.lost(sighting)))
        }
        #expect(events.count == 0 && events.take() == nil)
        _ = events.add(.seen(sighting))
        _ = events.take()
        for _ in 0..<100 {
            _ = events.add(.lost(sighting))
            _ = events.add(.seen(sighting))
        }
        #expect(events.count == 1)
        _ = events.add(.lost(sighting))
        guard case .lost = events.take() else {
            Issue.record("the reader is not told that it is gone")
            return
        }
    }

    @Test("A scan reports what is near enough, and ends when its time is over", .simulated)
    func threshold() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "far"), at: .meters(2)).setRSSI(-80)
        let near = world.add(.heartRateMonitor(name: "near"), at: .meters(2))
        near.setRSSI(-75)
        world.after(.seconds(3)) { near.setRSSI(-50) }
        let central = world.addPhone().run { Central() }
        let start = world.now
        var names: Set<String> = []
        var first: Nanoseconds?
        for try await sighting in central.scan(rssiAtLeast: -60, within: .seconds(8)) {
            first = first ?? world.now - start
            names.insert(sighting.name ?? "")
        }
        #expect(names == ["near"] && world.now - start == .seconds(8))
        #expect((first ?? .zero) >= .seconds(3))
        for try await event in central.scan(losingAfter: .seconds(2), rssiAtLeast: -60, within: .seconds(4)) {
            guard case .seen(let sighting) = event else { continue }
            #expect(sighting.name == "near")
        }
        #expect(try await central.find(.rssiAtLeast(-60), within: .seconds(5)).name == "near")
    }

    @Test(
        "A value that can't be read is skipped and logged, is an element of the results, and ends a strict sequence",
        .simulated)
    func unreadable() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1", every: .hours(1)), at: .meters(2))
        let lines = World.Lock<[String]>([])
        let log = ClientLog(upTo: .error) { entry in lines.withLock { $0.append("\(entry)") } }
        let central = world.addPhone().run { Central(log: log) }
        let peripheral = try await central.find(.named("HR-1"))
        let uuid = HeartRate.measurement.uuid
        async let lenient = withDeadline(.seconds(20)) { () -> [UInt16] in
            var beats: [UInt16] = []
            do {
                for try await beat in peripheral.notifications(of: HeartRate.measurement) {
                    beats.append(beat.beatsPerMinute)
                }
            } catch {}
            return beats
        }
        async let results = withDeadline(.seconds(20)) { () -> [Bool] in
            var kinds: [Bool] = []
            do {
                for try await result in peripheral.notifications(of: HeartRate.measurement).results {
                    if case .success = result { kinds.append(true) } else { kinds.append(false) }
                }
            } catch {}
            return kinds
        }
        async let strict = clientError {
            for try await _ in peripheral.notifications(of: HeartRate.measurement, reading: .strict) {}
        }
        try await world.sleep(for: .seconds(5))
        for bytes in [[0, 60], [0x01, 61], [0x80, 62, 9], [0, 63]] as [[UInt8]] {
            strap.update(uuid, bytes)
            try await world.sleep(for: .seconds(1))
        }
        #expect(await lenient == [60, 62, 63])
        #expect(await results == [true, false, true, true])
        let error = await strict
        guard case .malformedValue = error?.reason else {
            Issue.record("the strict sequence did not end with the value")
            return
        }
        #expect(error?.description.hasPrefix("could not read a value of characteristic 2A37") == true)
        #expect(
            lines.withLock { $0 }.contains { $0.contains("could not read a value of characteristic 2A37") })
    }

    @Test(
        "A handle and a sighting of one's own are values; requests of a handle without a phone fail",
        .simulated)
    func ownValues() async throws {
        let id = UUID()
        let lamp = Peripheral(name: "Lamp", id: id)
        #expect(lamp.name == "Lamp" && lamp.id == id && lamp.connectionState == .disconnected)
        let sighting = Sighting(peripheral: lamp, advertisement: Advertisement(), rssi: -40)
        #expect(sighting.name == "Lamp" && sighting.id == lamp.identifier)
        #expect(await clientError { _ = try await lamp.read(Battery.level) }?.reason == .unsupported)
        let central = World.current.addPhone().run { Central() }
        #expect(Peripheral(name: nil, id: id, of: central) == central.peripheral(id))
    }

    @Test("Entries of the log have the names and metadata that swift-log takes")
    func log() {
        #expect(ClientLog.Level.allCases.map(\.name) == ["error", "info", "debug", "trace"])
        let entry = ClientLog.Entry(level: .info, category: .scan, peripheral: "HR-1", message: "x")
        #expect(entry.metadata == ["category": "scan", "peripheral": "HR-1"])
    }
}
