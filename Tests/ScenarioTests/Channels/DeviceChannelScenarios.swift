import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// L2CAP channels between an app and a device of the DSL.
@Suite struct DeviceChannelScenarios {
    /// A device that sends received data back, on PSM 0x80; on 0x81 only over an encrypted link.
    private static let echo = DeviceDefinition(name: "Echo") {
        DeviceAdvertising(services: ["FFF0"])
        DeviceService("FFF0") { DeviceCharacteristic.channelNumber(0x80) }
        DeviceChannel(psm: 0x80).onReceive { channel, bytes in channel.send(bytes) }
        DeviceChannel(psm: 0x81, requires: .encrypted, mtu: 64).onOpen { channel in channel.send([7]) }
    }

    private static func connected() async throws -> (ChannelCentral, Device) {
        let world = World.current
        let device = world.add(echo)
        let central = world.addPhone().run { ChannelCentral() }
        try await world.run(until: { central.isConnected })
        return (central, device)
    }

    @Test("Behaviour 6.36, 6.33: an app finds a device's PSM and gets 100 kB back", .simulated(seed: 721))
    func echoes() async throws {
        let world = World.current
        let (central, device) = try await Self.connected()
        central.findNumber()
        try await world.run(until: { central.number == 0x80 })
        central.open(0x80)
        try await world.run(until: { !central.flows.isEmpty })
        let bytes = pattern(100_000, seed: 7)
        central.flows[0].send(bytes)
        try await world.run(until: { central.flows[0].received.count == bytes.count })
        #expect(central.flows[0].received == bytes)
        let channel = try #require(device.openChannels.first)
        #expect(channel.psm == 0x80 && channel.unsentCount == 0 && device.openChannels.count == 1)
        channel.close()
        try await world.run(until: { central.flows[0].hasEnded })
        #expect(!channel.isOpen && central.isConnected)
    }

    @Test("Behaviour 6.33: when a device stops reading, the app can no longer write", .simulated(seed: 722))
    func backPressure() async throws {
        let world = World.current
        let (central, device) = try await Self.connected()
        central.open(0x80)
        try await world.run(until: { !central.flows.isEmpty })
        let channel = try #require(device.openChannels.first)
        device.setReading(false, on: channel)
        let bytes = pattern(60_000, seed: 8)
        central.flows[0].send(bytes)
        try await world.run(for: .seconds(10))
        #expect(central.flows[0].written < 32_000 && !central.flows[0].hasSpace)
        #expect(central.flows[0].received.isEmpty)
        device.setReading(true, on: channel)
        try await world.run(until: { central.flows[0].received.count == bytes.count })
        #expect(central.flows[0].received == bytes)
    }

    @Test("Behaviour 6.35: a device's PSM that needs encryption makes the phone pair", .simulated(seed: 723))
    func encryption() async throws {
        let world = World.current
        let (central, device) = try await Self.connected()
        central.open(0x81)
        try await world.run(until: { central.flows.first?.received == [7] })
        #expect(device.bonds.count == 1)
    }

    @Test(
        "Behaviour 6.33: a device that loses power ends the app's streams with the link",
        .simulated(seed: 724))
    func powerLoss() async throws {
        let world = World.current
        let (central, device) = try await Self.connected()
        central.open(0x80)
        try await world.run(until: { !central.flows.isEmpty })
        device.powerOff()
        #expect(device.openChannels.isEmpty)
        try await world.run(until: { central.flows[0].hasEnded && !central.isConnected })
    }

    @Test("A device opens a channel to an app's PSM", .simulated(seed: 725))
    func devicesOpenChannels() async throws {
        let world = World.current
        let log = Lock<[String]>([])
        let phone = world.addPhone()
        // The phone publishes, and is the central of the link.
        let server = phone.run { ChannelServer() }
        let definition = DeviceDefinition(name: "Logger") {
            DeviceAdvertising(services: ["FFF0"])
            DeviceBehaviour.onEvent { device, event in
                switch event {
                case .connected(let link):
                    device.openChannel(psm: 192, on: link)
                    device.openChannel(psm: 200, on: link)
                case .channelOpened(let channel): channel.send([1, 2])
                case .channelReceived(_, let bytes): log.withLock { $0.append("\(bytes)") }
                case .channelFailed(let psm, _, let failure): log.withLock { $0.append("\(psm) \(failure)") }
                case .channelClosed(let channel): log.withLock { $0.append("\(channel.psm) closed") }
                default: break
                }
            }
        }
        world.add(definition)
        let central = phone.run { ChannelCentral() }
        try await world.run(until: { server.flows.first?.received == [1, 2] })
        server.flows[0].send([3])
        try await world.run(until: { log.withLock { $0.contains("[3]") } })
        server.flows[0].close()
        try await world.run(until: { log.withLock { $0.contains("192 closed") } })
        #expect(log.withLock { $0.first }?.hasPrefix("200 refused") == true)
        #expect(central.isConnected && central.flows.isEmpty)
    }
}
