import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Devices that are GATT clients of their connected phone.
@Suite struct DeviceClientScenarios {
    /// A device that stores its links, and an app that connects to it and publishes FF00 on the same phone.
    private struct Meeting {
        let device: Device
        let phone: Phone
        let publisher: Publisher
        let probe: AttributeProbe
        var client: DeviceClient { device.client(on: device.links[0]) }
    }

    private func meet() async throws -> Meeting {
        let world = World.current
        let device = world.add(DeviceDefinition(name: "reader") { DeviceAdvertising(services: ["AA00"]) })
        let phone = world.addPhone(name: "Anna's phone")
        let publisher = phone.run {
            Publisher(
                CBMutableCharacteristic("FF01", [.read, .write, .writeWithoutResponse]),
                CBMutableCharacteristic("FF02", .notify), CBMutableCharacteristic("FF03", .indicate))
        }
        publisher.values["FF01"] = Data([5, 6])
        let probe = phone.run { AttributeProbe("reader") }
        try await probe.connected()
        try await world.run(until: { publisher.manager.isAdvertising && device.connectionCount == 1 })
        return Meeting(device: device, phone: phone, publisher: publisher, probe: probe)
    }

    @Test("Behaviour 5.39: a device reads and writes what the phone's apps publish", .simulated(seed: 811))
    func readsAndWrites() async throws {
        let world = World.current
        let meeting = try await meet()
        let log = Lock<[String]>([])
        @Sendable func note(_ text: String) { log.withLock { $0.append(text) } }
        meeting.client.read("2A00", of: "1800") { result in
            note("name \(String(decoding: (try? result.get()) ?? [], as: UTF8.self))")
        }
        meeting.client.read("FF01", of: "FF00") { note("\($0)") }
        meeting.client.write([1, 2, 3], to: "FF01", of: "FF00") { note("\($0)") }
        meeting.client.write([4], to: "FF01", of: "FF00", withResponse: false)
        try await world.run(until: { meeting.publisher.requests.count == 3 })
        try await world.run(for: .seconds(1))
        #expect(log.withLock { $0 } == ["name Anna's phone", "success([5, 6])", "success()"])
        // The command gets no answer.
        #expect(meeting.publisher.lines.suffix(3) == ["write FF01 @0 1", "read FF01 @0", "write FF01 @0 3"])
        #expect(meeting.publisher.centrals.count == 1, "the device is a central to the app that publishes")
    }

    @Test("Behaviour 5.39, 6.15: a device subscribes, until its link ends", .simulated(seed: 812))
    func subscribes() async throws {
        let world = World.current
        let meeting = try await meet()
        let values = Lock<[[UInt8]]>([])
        for uuid in ["FF02", "FF03"] as [BluetoothUUID] {
            meeting.client.subscribe(to: uuid, of: "FF00") { value in values.withLock { $0.append(value) } }
        }
        try await world.run(until: { meeting.publisher.lines.suffix(2) == ["+FF02", "+FF03"] })
        meeting.publisher.update("FF02", [1])
        meeting.publisher.update("FF03", [2])
        try await world.run(for: .seconds(1))
        #expect(values.withLock { $0 } == [[1], [2]])
        meeting.device.disconnect()
        try await world.run(until: { meeting.publisher.lines.suffix(2) == ["-FF02", "-FF03"] })
    }

    @Test("A device lists the phone's services", .simulated(seed: 813))
    func discovers() async throws {
        let world = World.current
        let meeting = try await meet()
        let found = Lock<[DeviceClient.Service]>([])
        meeting.client.discoverServices { result in found.withLock { $0 = (try? result.get()) ?? [] } }
        try await world.run(until: { !found.withLock { $0 }.isEmpty })
        #expect(found.withLock { $0.map(\.uuid) } == ["1800", "1801", "FF00"])
        let last = try #require(found.withLock { $0.last })
        #expect(last.characteristics.map(\.uuid) == ["FF01", "FF02", "FF03"])
        #expect(last.characteristics[0].properties == [.read, .write, .writeWithoutResponse])
    }

    @Test("A device gets the reason why its own request failed", .simulated(seed: 814))
    func failures() async throws {
        let world = World.current
        let meeting = try await meet()
        let log = Lock<[ATT.Failure]>([])
        @Sendable func note<Value>(_ result: Result<Value, ATT.Failure>) {
            if case .failure(let failure) = result { log.withLock { $0.append(failure) } }
        }
        let client = meeting.client
        client.read("FF01", of: "FF99") { note($0) }
        client.read("FF99", of: "FF00") { note($0) }
        client.read("FF02", of: "FF00") { note($0) }
        client.subscribe(to: "FF01", of: "FF00", onValue: { _ in }) { note($0) }
        try await world.run(until: { log.withLock { $0.count } == 4 })
        #expect(
            log.withLock { $0 } == [
                .error(.attributeNotFound), .error(.attributeNotFound), .error(.attributeNotFound),
                .error(.readNotPermitted),
            ])
        meeting.publisher.answers = false
        client.read("FF01", of: "FF00") { note($0) }
        try await world.run(for: .seconds(1))
        meeting.device.powerOff()
        client.read("FF01", of: "FF00") { note($0) }
        try await world.run(until: { log.withLock { $0.count } == 6 })
        #expect(log.withLock { $0.suffix(2) } == [.linkLost, .linkLost])
    }
}
