import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// A central finds what a device's definition describes.
@Suite struct DeviceScenarios {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(.simulated(seed: 1))
    func handlersAnswerAtOnceLaterOrWithAnError() async throws {
        let world = World.current
        let written = LockedBytes()
        world.add(
            DeviceDefinition(name: "handlers") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", .read).onRead { _ in [1, 2, 3] }
                    DeviceCharacteristic("FF02", .read).onRead { read in
                        try await read.device.world.sleep(for: .seconds(2))
                        return [9]
                    }
                    DeviceCharacteristic("FF03", .read).onRead { _ in throw ATT.ErrorCode(rawValue: 0x80) }
                    DeviceCharacteristic("FF04", [.read, .write], value: [7]).onWrite { write in
                        guard write.value.count <= 300 else {
                            throw ATT.ErrorCode.invalidAttributeValueLength
                        }
                        written.bytes += write.value
                    }
                }
            })
        let explorer = world.addPhone().run { Explorer() }
        try await world.run(until: { explorer.isReady })
        let peripheral = try #require(explorer.peripheral)
        let start = world.now
        for uuid in ["FF01", "FF02", "FF03", "FF04"] {
            peripheral.readValue(for: explorer.characteristic(uuid))
        }
        peripheral.writeValue(Data([5, 6]), for: explorer.characteristic("FF04"), type: .withResponse)
        peripheral.readValue(for: explorer.characteristic("FF04"))
        peripheral.writeValue(
            Data(repeating: 8, count: 400), for: explorer.characteristic("FF04"), type: .withResponse)
        try await world.run(until: { explorer.lines.count == 7 })
        #expect(
            explorer.lines == [
                "FF01 = [1, 2, 3]", "FF02 = [9]", "FF03 error 128", "FF04 = [7]", "FF04 written 0",
                "FF04 = [5, 6]", "FF04 written 13",
            ])
        #expect(world.now - start > .seconds(2), "the client waits while a handler is suspended")
        #expect(written.bytes.prefix(2) == [5, 6])
    }

    @Test(.simulated(seed: 2))
    func updatesReachSubscribersAndReaders() async throws {
        let world = World.current
        let device = world.add(
            DeviceDefinition(name: "updates") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", [.read, .notify], value: [0])
                    DeviceCharacteristic("FF02", [.read, .indicate], value: [0])
                }
            })
        let explorer = world.addPhone().run { Explorer() }
        try await world.run(until: { explorer.isReady })
        let peripheral = try #require(explorer.peripheral)
        device.update("FF01", [1])
        peripheral.setNotifyValue(true, for: explorer.characteristic("FF01"))
        peripheral.setNotifyValue(true, for: explorer.characteristic("FF02"))
        try await world.run(until: { explorer.lines.count == 2 })
        #expect(device.subscriberCount(of: "FF01") == 1 && device.subscriberCount(of: "FF02") == 1)
        for number in 1...3 {
            device.update("FF01", [UInt8(10 + number)])
            device.update("FF02", [UInt8(20 + number)])
        }
        try await world.run(until: { explorer.lines.count == 8 })
        let values = explorer.lines.dropFirst(2)
        #expect(values.filter { $0.hasPrefix("FF01") } == ["FF01 = [11]", "FF01 = [12]", "FF01 = [13]"])
        #expect(values.filter { $0.hasPrefix("FF02") } == ["FF02 = [21]", "FF02 = [22]", "FF02 = [23]"])
        peripheral.readValue(for: explorer.characteristic("FF01"))
        try await world.run(until: { explorer.lines.count == 9 })
        #expect(explorer.lines.last == "FF01 = [13]")
    }

    @Test(.simulated(seed: 3))
    func aLifeIsToldInOrder() async throws {
        let world = World.current
        let life = LockedLines()
        let device = world.add(
            DeviceDefinition(name: "life") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") { DeviceCharacteristic("FF01", .notify) }
                DeviceBehaviour.onEvent { _, event in
                    switch event {
                    case .started: life.add("started")
                    case .connected: life.add("connected")
                    case .linkLost: life.add("lost")
                    case .disconnected: life.add("disconnected")
                    case .pairingPrompted, .paired, .pairingFailed, .secured: life.add("pairing")
                    case .subscribed(let uuid, _): life.add("subscribed \(uuid)")
                    case .unsubscribed(let uuid, _): life.add("unsubscribed \(uuid)")
                    case .channelOpened, .channelFailed, .channelReceived, .channelClosed: life.add("channel")
                    }
                }
            })
        let explorer = world.addPhone().run { Explorer() }
        try await world.run(until: { explorer.isReady })
        #expect(!device.isAdvertising, "a connectable set ends with its connection")
        explorer.peripheral?.setNotifyValue(true, for: explorer.characteristic("FF01"))
        try await world.run(until: { device.subscriberCount(of: "FF01") == 1 })
        device.reset(after: .milliseconds(300))
        try await world.run(until: { explorer.lines.contains("lost 6") })
        try await world.run(until: { explorer.isReady })
        device.disconnect()
        try await world.run(until: { explorer.lines.contains("lost 7") })
        let expected = [
            "started", "connected", "subscribed FF01", "unsubscribed FF01", "disconnected", "started",
            "connected", "disconnected",
        ]
        #expect(life.lines == expected)
    }

    @Test(.simulated(seed: 4))
    func stoppedAdvertisingStaysStopped() async throws {
        let world = World.current
        let device = world.add(.battery())
        try await world.run(for: .milliseconds(10))
        #expect(device.isAdvertising)
        let explorer = world.addPhone().run { Explorer() }
        try await world.run(until: { explorer.isReady })
        device.stopAdvertising()
        device.disconnect()
        try await world.run(until: { explorer.lines.contains("lost 7") })
        try await world.run(for: .seconds(5))
        #expect(!device.isAdvertising && device.connectionCount == 0)
        device.startAdvertising()
        try await world.run(until: { explorer.isReady })
    }
}

/// Bytes that a handler writes and a test reads.
private final class LockedBytes: Sendable {
    private let lock = Lock<[UInt8]>([])
    var bytes: [UInt8] {
        get { lock.withLock { $0 } }
        set { lock.withLock { $0 = newValue } }
    }
}

/// Lines that a behaviour writes and a test reads.
private final class LockedLines: Sendable {
    private let lock = Lock<[String]>([])
    func add(_ line: String) { lock.withLock { $0.append(line) } }
    var lines: [String] { lock.withLock { $0 } }
}
