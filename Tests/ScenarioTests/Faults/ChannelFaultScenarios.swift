import BluetoothWire
import FaradayCoreBluetooth
import FaradayProtocol
import FaradayTesting
import Foundation
import Testing

/// Faults of L2CAP channels: their requests, their data in both directions, and their end.
@Suite struct ChannelFaultScenarios {
    private static let echo = DeviceDefinition(name: "Echo") {
        DeviceAdvertising(services: ["FFF0"])
        DeviceService("FFF0") { DeviceCharacteristic.channelNumber(0x80) }
        DeviceChannel(psm: 0x80).onReceive { channel, bytes in channel.send(bytes) }
    }

    private func flow(in world: World) async throws -> (ByteFlow, ChannelCentral, Device) {
        let device = world.add(Self.echo)
        let central = world.addPhone().run { ChannelCentral() }
        try await world.run(until: { central.isConnected })
        central.open(0x80)
        try await world.run(until: { !central.flows.isEmpty })
        return (central.flows[0], central, device)
    }

    @Test("Data is late in the direction of the device, and then in that of the phone", .simulated(seed: 41))
    func bothDirections() async throws {
        let world = World.current
        world.inject(
            .channelData(of: "Echo").nth(1).isDelayed(by: .seconds(2)),
            .channelData(of: "Echo").nth(2).isDelayed(by: .seconds(3)))
        world.requireAllFaults()
        let (flow, central, _) = try await flow(in: world)
        defer { withExtendedLifetime(central) {} }
        let start = world.now
        flow.send([1, 2, 3])
        try await world.run(until: { flow.received == [1, 2, 3] })
        #expect(world.now - start > .seconds(5) && world.now - start < .seconds(6))
        #expect(world.firedFaults.map(\.place) == [0, 1])
    }

    @Test(
        "A lost K-frame ends the link: a stream never goes on behind a gap, in either direction",
        .simulated(seed: 42), arguments: [1, 2])
    func lostFrame(number: Int) async throws {
        let world = World.current
        world.inject(.channelData().nth(number).isLost())
        let (flow, central, _) = try await flow(in: world)
        flow.send([1])
        flow.send([2])
        try await world.run(until: { !central.isConnected })
        #expect(flow.received.isEmpty)
    }

    @Test("The end of a channel is lost: the other side keeps it", .simulated(seed: 43))
    func lostEnd() async throws {
        let world = World.current
        world.inject(.closeChannel(of: "Echo").nth(1).isLost())
        world.requireAllFaults()
        let (flow, central, device) = try await flow(in: world)
        device.openChannels.first?.close()
        try await world.run(for: .seconds(1))
        #expect(!flow.hasEnded && central.isConnected)
    }

    @Test(
        "At the end of a channel the link drops, before the other side knows it or after",
        .simulated(seed: 44), arguments: [Fault.Moment.before, .after], [true, false])
    func linkDrops(moment: Fault.Moment, isByDevice: Bool) async throws {
        let world = World.current
        world.inject(.closeChannel().nth(1).dropsLink(.peer, moment))
        let (flow, central, device) = try await flow(in: world)
        if isByDevice {
            device.openChannels.first?.close()
        } else {
            flow.close()
            flow.forgetChannel()
        }
        try await world.run(until: { !central.isConnected })
        #expect(world.firedFaults.count == 1)
    }

    @Test("A channel's end comes late", .simulated(seed: 45))
    func lateEnd() async throws {
        let world = World.current
        world.inject(.closeChannel().nth(1).isDelayed(by: .seconds(4)))
        let (flow, central, device) = try await flow(in: world)
        defer { withExtendedLifetime(central) {} }
        let start = world.now
        device.openChannels.first?.close()
        try await world.run(until: { flow.hasEnded })
        #expect(world.now - start > .seconds(4))
    }

    /// Phones use the older request. Other hosts may use the enhanced one, for one to five channels.
    @Test(
        "Both requests for channels are refused with the result of the fault, in the response of their kind")
    func refusals() throws {
        try withWorld(seed: 46) { world in
            let device = world.add(Self.echo)
            world.inject(.openChannel(to: device).fails(.channel(4)))
            let host = try RawHost(in: world)
            try host.connect(to: device.address)
            let source = L2CAP.ChannelID(rawValue: 0x40)
            let commands: [L2CAP.Signal.Command] = [
                .leCreditBasedConnectionRequest(
                    .init(spsm: 0x80, sourceChannel: source, mtu: 100, mps: 100, initialCredits: 1)),
                .creditBasedConnectionRequest(
                    .init(
                        spsm: 0x80, mtu: 100, mps: 100, initialCredits: 1,
                        sourceChannels: [source, .init(rawValue: 0x41)])),
            ]
            for (index, command) in commands.enumerated() {
                let signal = L2CAP.Signal(identifier: UInt8(index + 1), command: command)
                try host.send(signal.bytes, on: .leSignaling)
            }
            try world.run(for: .seconds(1))
            let answers = host.takeReceived().filter { $0.channel == .leSignaling }.map(\.payload)
            let none: [UInt8] = [0, 0, 0, 0, 0, 0]
            #expect(
                answers == [
                    [0x15, 1, 10, 0, 0, 0] + none + [4, 0],
                    [0x18, 2, 12, 0] + none + [4, 0, 0, 0, 0, 0],
                ])
            #expect(device.openChannels.isEmpty && world.firedFaults.count == 2)
        }
    }
}
