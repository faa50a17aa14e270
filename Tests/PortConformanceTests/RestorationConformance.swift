import BluetoothPort
import FaradayTesting
import Testing

/// Managers that come back after their app was gone, whatever lies behind the port.
@Suite struct RestorationConformance {
    @Test(.simulated(seed: 71), arguments: Way.all)
    func aCentralManagerComesBackWithItsLinks(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let options = ManagerOptions(restoreIdentifier: "central")
        let old = CentralUser(way, phone, options)
        try await old.events.wait(for: .stateChanged(.poweredOn))
        let peer = try await old.connect(["AA00"])
        let name = try #require(try await old.characteristics(of: "AA00", peer)["AB02"])
        old.send(.setNotify(peer, name, true))
        try await old.events.wait(for: .notifyStateChanged(peer, name, isNotifying: true, nil))
        let launched = Lock<CentralUser?>(nil)
        phone.onLaunch { _ in
            let user = CentralUser(way, phone, options)
            launched.withLock { $0 = user }
        }
        phone.terminate(.memoryPressure)
        device.update("AB02", [9])
        try await world.run(until: { launched.withLock { $0 != nil } })

        let user = launched.withLock { $0! }
        let state = try await user.events.next { event -> Central.RestoredState? in
            if case .willRestoreState(let state) = event { state } else { nil }
        }
        #expect(state.peripherals.map(\.peer.identifier) == [peer])
        #expect(state.peripherals.map(\.state) == [.connected])
        #expect(state.scan == nil)
        let services = try #require(state.peripherals.first?.services)
        let known = services.flatMap { $0.characteristics ?? [] }
        let restored = try #require(known.first { $0.characteristic.uuid == "AB02" })
        #expect(restored.isNotifying)
        #expect(known.filter(\.isNotifying).count == 1)
        try await user.events.wait(for: .stateChanged(.poweredOn))
        #expect(try await user.value(of: restored.characteristic.identifier, peer) == .success([9]))
        user.send(.cancelConnection(peer))
        #expect(try await user.disconnected(peer) == (nil, false))
    }

    @Test(.simulated(seed: 72), arguments: Way.all)
    func aPeripheralManagerComesBackWithItsServices(_ way: Way) async throws {
        let world = World.current
        let phone = world.addPhone(name: "server").configure(AppManifest(backgroundModes: .peripheral))
        let options = ManagerOptions(restoreIdentifier: "peripheral")
        let old = ServerUser(way, phone, options)
        try await old.events.wait(for: .stateChanged(.poweredOn))
        try await old.openBench()
        let client = try await CentralUser.poweredOn(.direct, world.addPhone(name: "client"))
        let peer = try await client.connect(["AA00"])
        let names = try await client.characteristics(of: "AA00", peer)
        client.send(.setNotify(peer, names["AB02"]!, true))
        let (central, _) = try await old.subscribed()
        let launched = Lock<ServerUser?>(nil)
        phone.onLaunch { _ in
            let user = ServerUser(way, phone, options)
            launched.withLock { $0 = user }
        }
        phone.terminate(.memoryPressure)
        client.send(.readCharacteristic(peer, names["AB01"]!))
        try await world.run(until: { launched.withLock { $0 != nil } })

        let server = launched.withLock { $0! }
        let state = try await server.events.next { event -> Peripheral.RestoredState? in
            if case .willRestoreState(let state) = event { state } else { nil }
        }
        let service = try #require(state.services.first)
        #expect(state.services.count == 1 && service.uuid == "AA00")
        #expect(service.characteristics.map(\.uuid) == ["AB01", "AB02", "AB03"])
        #expect(service.characteristics.map(\.properties) == [0x0E, 0x12, 0x02])
        #expect(service.characteristics.map(\.value) == [nil, nil, [9]])
        #expect(
            service.characteristics[2].descriptors == Peripheral.Service.bench.characteristics[2].descriptors)
        let notified = service.characteristics[1].identifier
        #expect(state.subscriptions.map(\.central.identifier) == [central.identifier])
        #expect(state.subscriptions.map(\.characteristic) == [notified])
        #expect(state.advertisement?.serviceUUIDs == ["AA00"])
        try await server.events.wait(for: .stateChanged(.poweredOn))
        let request = try await server.readRequest()
        #expect(request.characteristic == service.characteristics[0].identifier)
        server.send(.respond(request.identifier, code: 0, value: [5]))
        #expect(try await client.value(of: names["AB01"]!, peer) == .success([5]))
        #expect(server.update([6], notified))
        #expect(try await client.value(of: names["AB02"]!, peer) == .success([6]))
    }
}
