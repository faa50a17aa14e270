import CoreBluetoothMock
import FaradayTesting
import Testing

/// Removed peripherals leave only their number, to which handles still refer.
@Suite struct RemovalTests {
    /// An object of a device's author that calls the world in its `deinit`.
    private final class Keepsake: Sendable {
        private let world: World
        init(_ world: World) { self.world = world }
        var text: [UInt8] { [1] }
        deinit { world.note("gone") }
    }

    @Test(
        "A spec's delegate and definitions are released when the peripheral is removed", .simulated(seed: 1),
        .coreBluetooth)
    func delegate() async throws {
        let world = World.current
        CBMCentralManagerMock.simulatePowerOn()
        var app: CentralApp? = CentralApp()
        weak var board: TestBoard?
        weak var led: CBMCharacteristicMock?
        do {
            let made = TestBoard()
            (board, led) = (made, made.led)
            let spec = made.spec()
            CBMCentralManagerMock.simulateAddition(of: spec)
            try await world.run(until: { app?.isReady == true })
            CBMCentralManagerMock.simulateRemoval(of: spec)
            try await world.run(until: { app?.lines.last?.hasPrefix("disconnected") == true })
        }
        app = nil
        try await world.run(for: .seconds(1))
        #expect(board == nil)
        #expect(led == nil)
    }

    @Test(
        "A removed device releases its handlers outside the lock; its handle stays valid",
        .simulated(seed: 2), .coreBluetooth)
    func handlers() async throws {
        let world = World.current
        weak var kept: Keepsake?
        let device: Device
        do {
            let keepsake = Keepsake(world)
            kept = keepsake
            device = world.add(
                DeviceDefinition(name: "Attic") {
                    DeviceSecurity().onPairing { _ in keepsake.text.isEmpty ? .reject : .accept }
                    DeviceService("1809") {
                        DeviceCharacteristic("2A1D", [.read, .notify], value: [2])
                            .onRead { _ in keepsake.text }
                            .with(descriptors: [
                                DeviceDescriptor("FF01").onRead(answering: { _, respond in
                                    respond(.success(keepsake.text))
                                })
                            ])
                    }
                    DeviceBehaviour.notifying("2A1D", every: .seconds(1)) { _ in keepsake.text }
                    DeviceBehaviour.onEvent { _, _ in _ = keepsake.text }
                })
        }
        try await world.run(for: .seconds(2))
        #expect(kept != nil)
        world.remove(device.id)
        try await world.run(for: .seconds(2))
        #expect(kept == nil)
        #expect(device.name == "Attic")
        #expect(device.connectionCount == 0)
        device.update("2A1D", [3])
        device.powerOff()
        device.powerOn()
        world.remove(device.id)
        let next = world.add(.blinky())
        #expect(next.id > device.id)
        try await world.run(for: .seconds(2))
    }
}
