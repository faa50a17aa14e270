import BluetoothTypes
import BluetoothWire
import FaradayCoreBluetooth
import FaradayProtocol
import FaradayTesting
import Foundation
import Testing

/// Requests of one phone's app to another phone's app.
@Suite struct RequestScenarios {
    /// A publisher and a client that has discovered it.
    private func pair(_ characteristics: CBMutableCharacteristic...) async throws -> (Publisher, Client) {
        let world = World.current
        let service = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
        service.characteristics = characteristics
        let publisher = world.addPhone(name: "server").run { Publisher([service]) }
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        publisher.lines = []
        return (publisher, client)
    }

    private func settle(_ client: Client, _ count: Int, timeout: Nanoseconds = .seconds(20)) async throws {
        try await World.current.run(until: { client.lines.count >= count }, timeout: timeout)
        try await World.current.run(for: .seconds(1))
    }

    @Test(
        "Behaviour 6.3, 6.4, 6.14; regression 91, 92: the phone answers requests for cached values, the app all others",
        .simulated(seed: 601))
    func cachedAndDynamic() async throws {
        let (publisher, client) = try await pair(
            CBMutableCharacteristic("FF01", .read, value: [1, 2, 3], permissions: .readable),
            CBMutableCharacteristic("FF02", [.read, .notify]))
        #expect(publisher.lines.isEmpty, "no callback for a central that only connects and discovers")
        publisher.values["FF02"] = Data([4])
        publisher.characteristic("FF01").value = Data([9])
        for uuid in ["FF01", "FF02", "FF01", "FF02"] { client.read(uuid) }
        try await settle(client, 4)
        #expect(client.lines == ["FF01 = [1, 2, 3]", "FF02 = [4]", "FF01 = [1, 2, 3]", "FF02 = [4]"])
        #expect(publisher.lines == ["read FF02 @0", "read FF02 @0"])
        #expect(publisher.requests[0].characteristic === publisher.characteristic("FF02"))
        #expect(publisher.requests[0].characteristic.service === publisher.services[0])
        #expect(publisher.centrals.count == 1)
        publisher.lines = []
        client.letGo()
        try await settle(client, 5)
        #expect(publisher.lines.isEmpty, "nor for one that disconnects")
    }

    @Test("Behaviour 6.4: a long value is requested at each offset in turn", .simulated(seed: 602))
    func longReads() async throws {
        let (publisher, client) = try await pair(CBMutableCharacteristic("FF01", .read))
        let value = Data((0..<400).map { UInt8(truncatingIfNeeded: $0) })
        publisher.values["FF01"] = value
        client.read("FF01")
        try await settle(client, 1)
        #expect(client.values["FF01"] == [value])
        #expect(publisher.lines == ["read FF01 @0", "read FF01 @184", "read FF01 @368"])
    }

    @Test(
        "Behaviour 6.22, ATT 7, ATT 11, ATT 17: the central gets the app's error code",
        .simulated(seed: 603), arguments: [7, 11, 17, 0x81])
    func codesOfTheApp(_ code: Int) async throws {
        let (publisher, client) = try await pair(CBMutableCharacteristic("FF01", .read))
        publisher.answers = false
        client.read("FF01")
        try await World.current.run(until: { publisher.requests.count == 1 })
        let result = try #require(CBATTError.Code(rawValue: code))
        publisher.manager.respond(to: publisher.requests[0], withResult: result)
        try await settle(client, 1)
        #expect(client.lines == ["FF01 = ? ATT \(code)"])
    }

    @Test(
        "Behaviour 5.4, 6.4: an app that refuses a further part ends the read with its error, but for the end of the value",
        .simulated(seed: 609),
        arguments: [(7, "FF01 = ? ATT 7"), (11, "FF01 = 184 bytes"), (17, "FF01 = ? ATT 17")])
    func refusedContinuation(code: Int, line: String) async throws {
        let (publisher, client) = try await pair(CBMutableCharacteristic("FF01", .read))
        let result = try #require(CBATTError.Code(rawValue: code))
        publisher.answers = false
        client.read("FF01")
        try await World.current.run(until: { publisher.requests.count == 1 })
        publisher.requests[0].value = Data(count: 184)
        publisher.manager.respond(to: publisher.requests[0], withResult: .success)
        try await World.current.run(until: { publisher.requests.count == 2 })
        #expect(publisher.requests[1].offset == 184)
        publisher.manager.respond(to: publisher.requests[1], withResult: result)
        try await settle(client, 1)
        #expect(client.lines == [line])
    }

    @Test(
        "Behaviour 6.22, 4.28: a request that is never answered ends the link after 30 s, and is reported",
        .simulated(seed: 604, misuse: .record))
    func unanswered() async throws {
        let world = World.current
        let (publisher, client) = try await pair(CBMutableCharacteristic("FF01", [.read, .write]))
        publisher.answers = false
        let start = world.now
        client.write("FF01", count: 1)
        try await settle(client, 2, timeout: .seconds(40))
        #expect(client.lines.first?.hasPrefix("FF01 written CB") == true)
        #expect(client.lines.last?.hasPrefix("lost") == true)
        #expect(world.now - start >= .seconds(30))
        #expect(world.misuses.map(\.misuse.kind) == [.unansweredRequest])
        publisher.manager.respond(to: publisher.requests[0], withResult: .success)
        #expect(world.misuses.count == 1, "only one misuse: the answer was too late")
    }

    @Test(
        "Behaviour 6.22: a second answer is reported and changes nothing",
        .simulated(seed: 605, misuse: .record)
    )
    func answeredTwice() async throws {
        let (publisher, client) = try await pair(CBMutableCharacteristic("FF01", [.read, .write]))
        publisher.values["FF01"] = Data([1])
        client.read("FF01")
        try await settle(client, 1)
        publisher.manager.respond(to: publisher.requests[0], withResult: .readNotPermitted)
        client.write("FF01", count: 400)
        try await settle(client, 2)
        // This is what a loop over the parts of one write does.
        for request in publisher.requests.dropFirst(2) {
            publisher.manager.respond(to: request, withResult: .success)
        }
        try await settle(client, 2)
        #expect(client.lines == ["FF01 = [1]", "FF01 written"])
        let kinds = World.current.misuses.map(\.misuse.kind)
        #expect(kinds == Array(repeating: .unknownRequest, count: publisher.requests.count - 1))
    }

    @Test(
        "Behaviour 6.23: a long write arrives in parts, and is accepted or refused as a whole",
        .simulated(seed: 606), arguments: [CBATTError.Code.success, .insufficientResources])
    func preparedWrites(_ result: CBATTError.Code) async throws {
        let (publisher, client) = try await pair(CBMutableCharacteristic("FF01", .write))
        publisher.writeResult = result
        client.write("FF01", count: 400)
        client.write("FF01", count: 3)
        try await settle(client, 2)
        #expect(
            publisher.lines == ["write FF01 @0 180, FF01 @180 180, FF01 @360 40", "write FF01 @0 3"])
        #expect(Set(publisher.requests.map(\.central)).count == 1)
        let line = result == .success ? "FF01 written" : "FF01 written ATT 17"
        #expect(client.lines == [line, line])
    }

    @Test(
        "Behaviour 6.23: the error of a queued write names the value that the app refuses",
        arguments: [0, 1, 2])
    func refusedPart(of refused: Int) throws {
        let world = World(seed: 611)
        let names: [BluetoothUUID] = ["FF01", "FF02", "FF03"]
        let service = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
        service.characteristics = names.map { CBMutableCharacteristic("\($0)", [.read, .write]) }
        let phone = world.addPhone(name: "server")
        let publisher = phone.run { Publisher([service]) }
        try world.run(until: { publisher.lines.last == "advertising" })
        for name in names { publisher.values["\(name)"] = Data([0]) }
        let central = phone.run { Explorer(name: "raw", reconnects: false) }
        let host = try RawHost(in: world)
        try host.advertise(AdvertisingData([.completeLocalName("raw")]).bytes)
        var handles: [ATT.Handle] = []
        for name in names {
            guard case .readByType(let found) = try host.exchange(.readByType(.all, type: name)),
                let handle = found.entries.first?.handle
            else {
                Issue.record("no \(name)")
                return
            }
            handles.append(handle)
        }
        for handle in handles {
            _ = try host.exchange(.prepareWrite(handle, offset: 0, value: [1]))
        }
        publisher.writeResult = .insufficientResources
        publisher.answeredPart = refused
        guard case .error(let error) = try host.exchange(.executeWrite(.write)) else {
            Issue.record("the write was not refused")
            return
        }
        #expect(error.code == .insufficientResources && error.handle == handles[refused])
        withExtendedLifetime(central) {}
    }

    @Test("Regression 104: a monitor's two-byte numbers are little-endian", .simulated(seed: 610))
    func littleEndian() async throws {
        let world = World.current
        world.add(.heartRateMonitor(energyExpended: 0x1234))
        let client = world.addPhone().run { Client(name: "Heart Rate Monitor") }
        try await world.run(until: { client.isReady })
        client.subscribe("2A37")
        try await world.run(until: { client.values["2A37"] != nil })
        let value = [UInt8](try #require(client.values["2A37"]?.first))
        #expect(value.count == 6)
        #expect(Int(value[2]) | Int(value[3]) << 8 == 0x1234)
        let beat = Int(value[4]) | Int(value[5]) << 8
        #expect(beat == 60 * 1024 / Int(value[1]), "1/1024 s")
    }

    @Test("Behaviour 6.24: a write without response arrives too, and may be answered", .simulated(seed: 607))
    func writeCommands() async throws {
        let (publisher, client) = try await pair(
            CBMutableCharacteristic("FF01", [.write, .writeWithoutResponse]))
        for count in 1...3 { client.write("FF01", count: count, .withoutResponse) }
        client.write("FF01", count: 4)
        try await settle(client, 1)
        #expect(publisher.lines == (1...4).map { "write FF01 @0 \($0)" })
        #expect(client.lines == ["FF01 written"])
        #expect(World.current.misuses.isEmpty)
    }

    @Test(
        "Behaviour 6.6: encryption required by properties and permissions makes a central pair",
        .simulated(seed: 608), arguments: ["FF01", "FF02", "FF03", "FF04"])
    func encryption(_ uuid: String) async throws {
        let world = World.current
        let (publisher, client) = try await pair(
            CBMutableCharacteristic("FF01", .read, permissions: .readEncryptionRequired),
            CBMutableCharacteristic("FF02", .write, permissions: .writeEncryptionRequired),
            CBMutableCharacteristic("FF03", .notifyEncryptionRequired),
            CBMutableCharacteristic("FF04", .indicateEncryptionRequired))
        publisher.values["FF01"] = Data([1])
        world.startTrace()
        switch uuid {
        case "FF01": client.read(uuid)
        case "FF02": client.write(uuid, count: 1)
        default: client.subscribe(uuid)
        }
        try await settle(client, 1)
        let answers = ["FF01": "FF01 = [1]", "FF02": "FF02 written"]
        #expect(client.lines == [answers[uuid] ?? "\(uuid) notifying true"])
        let alerts = world.trace.filter { if case .world(.pairingAlert) = $0.payload { true } else { false } }
        #expect(!alerts.isEmpty)
        if uuid == "FF03" || uuid == "FF04" {
            publisher.update(uuid, [5])
            try await settle(client, 2)
            #expect(client.lines.last == "\(uuid) = [5]")
        }
    }
}
