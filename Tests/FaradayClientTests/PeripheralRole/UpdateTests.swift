import FaradayClient
import FaradayTesting
import Testing

@Suite("A local peripheral updates its subscribers")
struct LocalUpdateTests {
    private let stream = LocalService(Bench.service) {
        LocalCharacteristic(Bench.stream, .notify)
        LocalCharacteristic(Bench.number, [.read, .notify], value: 0)
        LocalCharacteristic(Bench.text, .notify)
    }

    private func awaitSubscriber<Value>(
        _ pair: Pair, _ characteristic: TypedCharacteristic<Value>
    ) async {
        for await list in pair.peripheral.subscriberLists(of: characteristic) where !list.isEmpty { return }
    }

    @Test("Hundreds of updates wait for room, and all arrive in order", .simulated)
    func backPressure() async throws {
        try await Pair.make(stream) { pair, peer in
            async let received = { () async throws -> [UInt32] in
                var values: [UInt32] = []
                for try await value in peer.notifications(of: Bench.stream) {
                    values.append(value)
                    if values.count == 500 { break }
                }
                return values
            }()
            await awaitSubscriber(pair, Bench.stream)
            for number in 0..<500 { try await pair.peripheral.update(Bench.stream, to: UInt32(number)) }
            #expect(try await received == Array(0..<500))
        }
    }

    @Test("Calls that wait at the same time are served in their order", .simulated)
    func concurrentCalls() async throws {
        try await Pair.make(stream) { pair, peer in
            async let received = { () async throws -> [UInt32] in
                var values: [UInt32] = []
                for try await value in peer.notifications(of: Bench.stream) {
                    values.append(value)
                    if values.count == 200 { break }
                }
                return values
            }()
            await awaitSubscriber(pair, Bench.stream)
            let peripheral = pair.peripheral
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask { try await peripheral.update(Bench.stream, to: UInt32(number)) }
                }
                try await group.waitForAll()
            }
            #expect(try await received == Array(0..<200))
        }
    }

    @Test("An update that waits ends with its deadline or its task, and the others go on", .simulated)
    func deadlines() async throws {
        let world = World.current
        try await Pair.make(stream) { pair, peer in
            let peripheral = pair.peripheral
            async let received = { () async throws -> Set<UInt32> in
                var values: Set<UInt32> = []
                for try await value in peer.notifications(of: Bench.stream) {
                    values.insert(value)
                    if value == 999 { break }
                }
                return values
            }()
            await awaitSubscriber(pair, Bench.stream)
            let ends = Notes<String>()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask { try? await peripheral.update(Bench.stream, to: UInt32(number)) }
                }
                // After those, when the queue is full.
                group.addTask {
                    await world.pause(.milliseconds(1))
                    do {
                        try await peripheral.update(Bench.stream, to: 100, within: .milliseconds(1))
                        ends.add("taken")
                    } catch {
                        ends.add("\((error as? ClientError)?.reason == .deadlineExceeded)")
                    }
                }
                group.addTask {
                    await world.pause(.milliseconds(1))
                    await withTaskGroup(of: Void.self) { inner in
                        inner.addTask {
                            do {
                                try await peripheral.update(Bench.stream, to: 101)
                                ends.add("taken")
                            } catch {
                                ends.add("\(error is CancellationError)")
                            }
                        }
                        await world.pause(.milliseconds(1))
                        inner.cancelAll()
                    }
                }
            }
            #expect(ends.all == ["true", "true"])
            try await peripheral.update(Bench.stream, to: 999)
            #expect(try await received == Set(Array(0..<60) + [999]))
        }
    }

    @Test("Only the chosen centrals get an update", .simulated)
    func chosenCentrals() async throws {
        let world = World.current
        try await Pair.make(stream) { pair, peer in
            let other = world.addPhone(name: "other").run { Central() }
            var second: Peripheral?
            for try await sighting in other.scan(for: [Bench.service]) {
                second = sighting.peripheral
                break
            }
            let otherPeer = try #require(second)
            async let first = peer.notifications(of: Bench.stream).first { _ in true }
            await awaitSubscriber(pair, Bench.stream)
            let chosen = pair.peripheral.subscribers(of: Bench.stream)
            #expect(chosen.count == 1)
            pair.peripheral.setDesiredConnectionLatency(.low, for: chosen[0])
            async let others = otherPeer.notifications(of: Bench.stream).first { _ in true }
            for await list in pair.peripheral.subscriberLists(of: Bench.stream) where list.count == 2 {
                break
            }
            try await pair.peripheral.update(Bench.stream, to: 1, for: chosen)
            #expect(try await first == 1)
            try await pair.peripheral.update(Bench.stream, to: 2)
            #expect(try await others == 2)
        }
    }

    @Test("Subscribers come and go as a list and as events", .simulated)
    func subscribers() async throws {
        let world = World.current
        try await Pair.make(stream) { pair, peer in
            let (peripheral, events, counts) = (pair.peripheral, Notes<SubscriptionEvent>(), Notes<Int>())
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await event in peripheral.subscriptionEvents { events.add(event) } }
                group.addTask {
                    for await list in peripheral.subscriberLists(of: Bench.stream) { counts.add(list.count) }
                }
                group.addTask {
                    await world.pause(.milliseconds(1))
                    await withTaskGroup(of: Void.self) { reading in
                        reading.addTask {
                            do {
                                for try await _ in peer.notifications(of: Bench.stream) {}
                            } catch {}
                        }
                        await world.pause(.seconds(2))
                        reading.cancelAll()
                    }
                    await world.pause(.seconds(2))
                }
                await world.pause(.seconds(10))
                group.cancelAll()
            }
            #expect(counts.all == [0, 1, 0])
            let changes = events.all.compactMap { event -> Bool? in
                switch event {
                case .subscribed(_, let characteristic):
                    #expect(characteristic.has(Bench.stream))
                    return true
                case .unsubscribed: return false
                case .maximumUpdateLengthChanged: return nil
                }
            }
            #expect(changes == [true, false])
        }
    }

    @Test("A central that is lost while it is updated does not hold up the others", .simulated)
    func disconnect() async throws {
        let world = World.current
        try await Pair.make(stream) { pair, peer in
            let peripheral = pair.peripheral
            async let lost = { () async -> ClientError.Reason? in
                await reason { for try await _ in peer.notifications(of: Bench.stream) {} }
            }()
            await awaitSubscriber(pair, Bench.stream)
            let client = pair.client
            let taken = Notes<UInt32>()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        try await peripheral.update(Bench.stream, to: UInt32(number))
                        taken.add(UInt32(number))
                    }
                }
                group.addTask {
                    await world.pause(.milliseconds(40))
                    client.move(to: .outOfRange)
                }
                try await group.waitForAll()
            }
            #expect(taken.all.count == 300)
            #expect(await lost == .disconnected)
            #expect(peripheral.subscribers(of: Bench.stream).isEmpty)
        }
    }

    @Test("A value that would be cut is refused", .simulated)
    func tooLong() async throws {
        try await Pair.make(stream) { pair, peer in
            async let text = peer.notifications(of: Bench.text).first { _ in true }
            await awaitSubscriber(pair, Bench.text)
            let room = try #require(pair.peripheral.subscribers(of: Bench.text).first).maximumUpdateLength
            let long = String(repeating: "x", count: room + 1)
            let refused = await reason { try await pair.peripheral.update(Bench.text, to: long) }
            #expect(refused == .valueTooLong(limit: room))
            let fitting = String(repeating: "y", count: room)
            try await pair.peripheral.update(Bench.text, to: fitting)
            #expect(try await text == fitting)
        }
    }

    @Test("Updates of what is not published or can't be updated are errors", .simulated)
    func wrongUpdates() async throws {
        let peripheral = World.current.addPhone().run { LocalPeripheral() }
        let unknown = await reason { try await peripheral.update(Bench.stream, to: 1) }
        #expect(unknown == .characteristicsNotFound([Bench.stream.uuid]))
        let service = try await peripheral.publish(
            LocalService(Bench.service) { LocalCharacteristic(Bench.number, value: 1) })
        let fixed = await reason { try await peripheral.update(Bench.number, to: 2) }
        #expect(fixed == .notSupported)
        peripheral.remove(service)
        let removed = await reason { try await peripheral.update(Bench.number, to: 2) }
        #expect(removed == .characteristicsNotFound([Bench.number.uuid]))
    }
}
