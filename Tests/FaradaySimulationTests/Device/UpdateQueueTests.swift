import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// A device has buffers for so many values to each central: what does not fit is not sent, and the script is told.
@Suite struct UpdateQueueTests {
    private let ready = World.Lock(0)

    private func definition(_ properties: GATT.Properties, depth: Int? = nil) -> DeviceDefinition {
        var definition = DeviceDefinition(name: "Stream") {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", [.read, properties], value: [0])
            }
            DeviceBehaviour.onReadyToUpdate { [ready] _, _ in ready.withLock { $0 += 1 } }
        }
        if let depth { definition.updateQueueDepth = depth }
        return definition
    }

    private func values(of app: LinkedApp, after count: Int) -> [UInt8] {
        app.central.events.dropFirst(count).compactMap { event in
            if case .characteristicValue(_, _, .success(let value)) = event { value.first } else { nil }
        }
    }

    @Test(
        "Of 10,000 values in one turn those that have room arrive, and the phone's read is answered at once")
    func burst() throws {
        let world = World(seed: 3)
        world.startTrace()
        let device = world.add(definition(.notify))
        let app = try LinkedApp(in: world, to: device)
        let characteristic = app.characteristics[0][0].identifier
        try app.subscribe(to: characteristic)
        let count = app.central.events.count
        var taken: [UInt8] = []
        for number in 0..<10_000 {
            let value = UInt8(truncatingIfNeeded: number)
            if device.update("FF01", [value]) { taken.append(value) }
        }
        // The queue, and what the controller has.
        #expect(taken.count >= 256 && taken.count < 300)
        #expect(taken == (0..<taken.count).map { UInt8(truncatingIfNeeded: $0) })
        let start = world.now
        app.central.port.send(.readCharacteristic(app.peer, characteristic))
        try world.run(until: { values(of: app, after: count).count > taken.count })
        #expect(values(of: app, after: count) == taken + [15])
        #expect(world.now - start < .seconds(5))
        #expect(ready.withLock { $0 } == 1)
        #expect(device.connectionCount == 1)
        let story = world.storyText()
        #expect(story.contains("update FF01: 00 (\(taken.count) times"))
        #expect(story.contains(", not sent: its queue is full (\(10_000 - taken.count) times"))
    }

    @Test(
        "A script that goes on when there is room loses nothing, whatever the depth", arguments: [1, 2, 64])
    func refill(depth: Int) throws {
        let world = World(seed: 3)
        let next = World.Lock<UInt8>(0)
        let fill: @Sendable (Device) -> Void = { device in
            while true {
                let number = next.withLock { $0 }
                guard number < 200, device.update("FF01", [number]) else { return }
                next.withLock { $0 = number + 1 }
            }
        }
        var stream = definition(.notify, depth: depth)
        stream.behaviours.append(
            .onReadyToUpdate { device, _ in fill(device) })
        let device = world.add(stream)
        let app = try LinkedApp(in: world, to: device)
        try app.subscribe(to: app.characteristics[0][0].identifier)
        let count = app.central.events.count
        fill(device)
        #expect(next.withLock { $0 } < 200)
        try world.run(for: .seconds(30))
        #expect(values(of: app, after: count) == (0..<200).map { UInt8($0) })
    }

    @Test("Indications wait for their turn in the same queue")
    func indications() throws {
        let world = World(seed: 3)
        let device = world.add(definition(.indicate, depth: 4))
        let app = try LinkedApp(in: world, to: device)
        try app.subscribe(to: app.characteristics[0][0].identifier)
        let count = app.central.events.count
        let taken = (0..<20).map { device.update("FF01", [UInt8($0)]) }
        // One is under way, and four wait.
        #expect(taken == (0..<20).map { $0 < 5 })
        try world.run(for: .seconds(5))
        #expect(values(of: app, after: count) == [0, 1, 2, 3, 4])
        #expect(ready.withLock { $0 } == 1)
    }

    @Test("A value that nobody is subscribed to is always taken")
    func noSubscriber() throws {
        let world = World(seed: 3)
        let device = world.add(definition(.notify, depth: 1))
        let app = try LinkedApp(in: world, to: device)
        #expect((0..<50).allSatisfy { device.update("FF01", [UInt8($0)]) })
        #expect(try app.read(app.characteristics[0][0].identifier) == .success([49]))
    }

    @Test("A depth below 1 is a mistake of the definition")
    func depth() {
        #expect(DefinitionCheck(definition(.notify, depth: 0)).mistakes.count == 1)
        #expect(DefinitionCheck(definition(.notify, depth: 0)).definition.updateQueueDepth == 1)
    }
}
