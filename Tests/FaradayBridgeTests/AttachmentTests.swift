import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayProtocol
import FaradaySimulation
import Testing

/// Hosts and controllers from outside, in virtual time.
@Suite struct AttachmentTests {
    private func bytes(_ packets: [HCI.Packet]) -> [HCI.Opcode] {
        packets.compactMap { packet in
            guard case .event(.commandComplete(let event)) = packet else { return nil }
            return event.opcode
        }
    }

    @Test func theHandlerHearsOncePerFillingAndOutsideTheLock() throws {
        let world = World(seed: 1)
        let calls = Lock<[AttachmentActivity]>([])
        let controller = world.addController(name: "host") { activity in
            _ = world.now  // Would never return under the lock.
            calls.withLock { $0.append(activity) }
        }
        controller.send([.command(.reset), .command(.readBDADDR)])
        try world.run(for: .milliseconds(1))
        #expect(calls.withLock { $0 } == [.packetsWaiting])
        #expect(bytes(controller.takePackets(1)) == [.reset])
        #expect(bytes(controller.takePackets()) == [.readBDADDR])
        controller.send(.command(.reset))
        try world.run(for: .milliseconds(1))
        #expect(calls.withLock { $0 } == [.packetsWaiting, .packetsWaiting])
    }

    @Test func whatNobodyTakesIsBoundedAndTold() throws {
        let world = World(seed: 1)
        let calls = Lock<[AttachmentActivity]>([])
        let controller = world.addController(name: "host", byteLimit: 1000) { activity in
            calls.withLock { $0.append(activity) }
        }
        for _ in 0..<100 { controller.send(.command(.reset)) }
        try world.run(for: .milliseconds(1))
        #expect(calls.withLock { $0 } == [.packetsWaiting, .overflowed])
        #expect(controller.hasOverflowed)
        // An event counts as the longest that there is.
        #expect(controller.takePackets().count == 3)
    }

    @Test func reportsThatNobodyTakesAreDroppedAndAnswersStay() throws {
        let world = World(seed: 1)
        world.add(.beacon(manufacturerData: [1, 2, 3], interval: .milliseconds(20)))
        let calls = Lock<[AttachmentActivity]>([])
        let host = world.addController(name: "host", byteLimit: 1 << 14) { activity in
            calls.withLock { $0.append(activity) }
        }
        host.send([
            .command(.setEventMask(.init(eventMask: .leMeta))),
            .command(.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: false))),
        ])
        try world.run(for: .seconds(60))
        host.send(.command(.readBDADDR))
        try world.run(for: .milliseconds(1))
        #expect(calls.withLock { $0 } == [.packetsWaiting, .reportsDropped])
        #expect(!host.hasOverflowed)
        // Half of 16384 bytes, 258 for each event.
        let packets = host.takePackets()
        #expect(packets.count == 31 + 1 && bytes(packets).last == .readBDADDR)
        #expect(host.takeDroppedReports() > 1_000)
        #expect(host.takeDroppedReports() == 0)
        try world.run(for: .seconds(1))
        #expect(host.takePackets().count > 10)
    }

    @Test func aRemovedControllerIsSilentAndComesBackUnderItsName() throws {
        let world = World(seed: 1)
        let old = world.addController(name: "host")
        let watcher = world.addController(name: "watcher")
        old.send(.command(.reset))
        old.send(.command(.leSetAdvertisingData(.init(advertisingData: [2, 1, 6]))))
        old.send(.command(.leSetAdvertisingEnable(.init(advertisingEnable: true))))
        watcher.send(.command(.reset))
        watcher.send(.command(.setEventMask(.init(eventMask: .leMeta))))
        watcher.send(
            .command(
                .leSetScanParameters(
                    .init(
                        leScanType: .passive, leScanInterval: 16, leScanWindow: 16, ownAddressType: .public)))
        )
        watcher.send(.command(.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: false))))
        try world.run(for: .seconds(30))
        #expect(watcher.takePackets().count > 10)

        old.remove()
        #expect(!old.isAttached)
        try world.run(for: .seconds(5))
        #expect(watcher.takePackets().isEmpty)

        let new = world.addController(name: "host")
        #expect(new.id == old.id && new.address == old.address)
        #expect(world.nodeNames == ["host", "watcher"])
        old.send(.command(.readBDADDR))
        old.remove()
        new.send(.command(.reset))
        #expect(bytes(new.takePackets()) == [.reset])
        #expect(old.takePackets().isEmpty)
    }

    /// A device of the DSL whose controller is reached by handles, met by a host that speaks HCI: the
    /// controller is one of the same world, but the device does not know.
    @Test func aRemoteDeviceLivesOnWhateverItsHandleLeadsTo() throws {
        let world = World(seed: 1)
        let told = Lock<[String]>([])
        let ways = Lock<(RemoteController?, AttachedController?)>((nil, nil))
        let controller = world.addController(name: "elsewhere") { _ in
            let (up, down) = ways.withLock { $0 }
            if let up, let down { up.receive(down.takePackets()) }
        }
        let definition = DeviceDefinition.blinky().watched { _, event in
            told.withLock { $0.append("\(event)".prefix { $0 != "(" }.description) }
        }
        let (device, remote) = world.addRemote(definition) { _ in
            let (up, down) = ways.withLock { $0 }
            if let up, let down { down.send(up.takePackets()) }
        }
        ways.withLock { $0 = (remote, controller) }
        controller.send(remote.takePackets())
        try world.run(until: { device.isAdvertising })
        #expect(told.withLock { $0 } == ["started"])

        let central = world.addController(name: "central")
        central.send(.command(.reset))
        let address = try #require(advertised(by: remote, in: world))
        central.send(
            .command(
                .leCreateConnection(
                    .init(
                        leScanInterval: 16, leScanWindow: 16, peerAddress: address, ownAddressType: .public,
                        connectionIntervalMin: 6, connectionIntervalMax: 6, maxLatency: 0,
                        supervisionTimeout: 100))))
        try world.run(until: { device.connectionCount == 1 })
        device.disconnect()
        try world.run(until: { device.connectionCount == 0 })
        #expect(told.withLock { $0 } == ["started", "connected", "disconnected"])
        try world.run(until: { device.isAdvertising })
        remote.lose()
        #expect(!device.isAdvertising)
    }

    /// What the device made its controller use.
    private func advertised(by remote: RemoteController, in world: World) -> DeviceAddress? {
        let scanner = world.addController(name: "scanner")
        scanner.send(.command(.reset))
        scanner.send(.command(.setEventMask(.init(eventMask: .leMeta))))
        scanner.send(
            .command(
                .leSetScanParameters(
                    .init(
                        leScanType: .passive, leScanInterval: 16, leScanWindow: 16, ownAddressType: .public)))
        )
        scanner.send(.command(.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: true))))
        try? world.run(for: .seconds(2))
        for case .event(.leAdvertisingReport(let event)) in scanner.takePackets() {
            return event.reports[0].address
        }
        return nil
    }

    @Test func aRemotePhoneSpeaksToItsController() throws {
        let world = World(seed: 1)
        let (_, remote) = world.addRemotePhone { _ in }
        #expect(remote.takePackets() == [.command(.reset)])
        #expect(world.phoneCount == 1)
        remote.lose()
    }
}
