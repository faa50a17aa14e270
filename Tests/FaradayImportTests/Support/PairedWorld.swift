#if os(macOS) || os(Linux)
import BluetoothWire
import FaradaySimulation

@testable import FaradayImport

/// A world in which a phone pairs with a device, asks it for everything, and connects a second time.
struct PairedWorld {
    let world: World
    let device: Device
    /// All packets; links on air are in the clear, and marked.
    let packets: [CapturedPacket]
    /// What a sniffer without the key writes.
    let sealed: [CapturedPacket]

    /// The device's long-term key, most significant byte first.
    var longTermKey: [UInt8] { device.bonds.first?.keyAsPeripheral?.value.reversed() ?? [] }

    init(_ definition: DeviceDefinition, seed: UInt64 = 1) throws {
        world = World(seed: seed)
        world.startTrace(capacity: 2_000_000)
        let phone = world.addPhone(name: "phone")
        device = world.add(definition, at: .meters(1))
        let app = phone.run { CuriousApp(definition.name) }
        try world.run(until: { app.isHeard })
        try world.run(for: .seconds(4))
        for _ in 0..<2 {
            phone.run { app.connect() }
            try world.run(until: { app.isDone })
            try world.run(for: .seconds(4))
            phone.run { app.disconnect() }
            try world.run(until: { app.isGone })
            try world.run(for: .seconds(1))
        }
        packets = try CaptureReader.packets(world.capture(.pcapng))
        let air = CaptureSight.air.packets(packets)
        sealed = SealedAir.packets(air, keys: SealedAir.keys(CaptureSight.phone.packets(packets)))
    }

    /// A device with values, of which one is for encrypted links alone.
    static func definition(_ security: DeviceSecurity) -> DeviceDefinition {
        DeviceDefinition(name: "Vault") {
            security
            DeviceAdvertising(name: "Vault")
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", .read, value: Array(1...40), requires: .encrypted)
                DeviceCharacteristic("FF02", [.read, .notify], value: [7, 7, 7])
                DeviceCharacteristic("FF03", [.read, .write], value: [1])
            }
        }
    }
}
#endif
