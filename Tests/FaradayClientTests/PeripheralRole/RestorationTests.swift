import class BluetoothPort.Lock
import FaradayClient
import FaradayTesting
import Testing

@Suite("A local peripheral comes back with what the system kept")
struct LocalRestorationTests {
    private func service(_ reads: Notes<String>, _ name: String) -> LocalService {
        LocalService(Bench.service) {
            LocalCharacteristic(Bench.stream, .notify)
            LocalCharacteristic(Bench.number).onRead { _ in
                reads.add(name)
                return 5
            }
        }
    }

    @Test("Publishing again takes over the service, its subscribers and its requests", .simulated)
    func takesOver() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server").configure(AppManifest(backgroundModes: .peripheral))
        let reads = Notes<String>()
        let kept = Lock<LocalPeripheral?>(phone.run { LocalPeripheral(restoreIdentifier: "role") })
        let old = try #require(kept.withLock { $0 })
        try await old.publish(service(reads, "old"))
        let central = world.addPhone(name: "client").run { Central() }
        async let advertising: Void = old.advertise(services: [Bench.service])
        var found: Peripheral?
        for try await sighting in central.scan(for: [Bench.service]) {
            found = sighting.peripheral
            break
        }
        let peer = try #require(found)
        let values = Notes<UInt32>()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = await reason {
                    for try await value in peer.notifications(of: Bench.stream) { values.add(value) }
                }
            }
            for await list in old.subscriberLists(of: Bench.stream) where !list.isEmpty { break }
            let launched = Lock<LocalPeripheral?>(nil)
            phone.onLaunch { _ in
                let new = LocalPeripheral(restoreIdentifier: "role")
                launched.withLock { $0 = new }
            }
            phone.terminate(.memoryPressure)
            group.addTask {
                _ = await reason { values.add(UInt32(try await peer.read(Bench.number))) }
            }
            do {
                try await world.run(until: { launched.withLock { $0 != nil } })
                let new = try #require(launched.withLock { $0 })
                for await restored in new.restored {
                    #expect(restored.services.map(\.uuid) == [Bench.service])
                    #expect(restored.subscriptions.count == 1)
                    #expect(restored.isAdvertising)
                    break
                }
                await world.pause(.seconds(1))
                #expect(reads.all.isEmpty, "the request waits for the service")
                try await new.publish(service(reads, "new"))
                #expect(new.subscribers(of: Bench.stream).count == 1)
                await world.pause(.seconds(1))
                #expect(reads.all == ["new"])
                try await new.update(Bench.stream, to: 6)
                await world.pause(.seconds(1))
                #expect(values.all == [5, 6])
                new.stopAdvertising()
                #expect(!new.isAdvertising)
            } catch {
                Issue.record(error)
            }
            old.stopAdvertising()
            group.cancelAll()
        }
        _ = try? await advertising
    }
}
