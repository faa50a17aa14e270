#if os(macOS) || os(Linux)
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

@testable import FaradayImport

/// What of a world a capture shows.
enum CaptureSight: CaseIterable {
    case everything, air, phone, device
    /// The air, by a sniffer that does not say which end of a link sends.
    case airWithoutDirections

    /// The packets that it shows, of a capture of everything. The phone is the first node, the device the second.
    func packets(_ all: [CapturedPacket]) -> [CapturedPacket] {
        all.compactMap { packet in
            switch (self, packet.content) {
            case (.everything, _), (.air, .linkLayer), (.phone, .hci(0, _, _)), (.device, .hci(1, _, _)):
                return packet
            case (.airWithoutDirections, .linkLayer(var frame)):
                if frame.kind != .auxiliaryAdvertising { frame.kind = .advertising }
                return CapturedPacket(time: packet.time, .linkLayer(frame), number: packet.number)
            default: return nil
            }
        }
    }
}

/// A world with a phone and a device, in which an app asks the device for everything.
struct ChattedWorld {
    let world: World
    let device: Device
    let app: CuriousApp

    /// Lets the app hear the device for a while, and then ask it for everything.
    init(
        _ definition: DeviceDefinition, seed: UInt64 = 1, listening: Nanoseconds = .seconds(8),
        writes: Bool = true, on wrapping: (Phone) -> any PortProvider = { $0 }
    ) throws {
        world = World(seed: seed)
        world.startTrace(capacity: 2_000_000)
        let phone = world.addPhone(name: "phone")
        device = world.add(definition, at: .meters(1))
        let name = definition.name
        let provider = wrapping(phone)
        let app = phone.run {
            PortEnvironment.$current.withValue(provider) { CuriousApp(name, writes: writes) }
        }
        self.app = app
        try world.run(until: { app.isHeard })
        try world.run(for: listening)
        phone.run { app.connect() }
        try world.run(until: { app.isDone })
        try world.run(for: .milliseconds(500))
    }

    var bytes: [UInt8] { world.capture(.pcapng) }

    func imported(_ sight: CaptureSight = .everything) throws -> CaptureImport {
        CaptureImport(packets: [sight.packets(try CaptureReader.packets(bytes))])
    }
}
#endif
