import BluetoothPort
import BluetoothTypes
import FaradayBridge
import FaradayCoreBluetooth
import FaradayProtocol
import Foundation
import Testing

/// A device of the DSL and a phone with an app, both on controllers of a server: three worlds of time that
/// only bytes connect.
@Suite struct LiveDeviceTests {
    @Test func anAppMeetsALiveDeviceAndTheCaptureCanBeRead() async throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-\(UInt64.random(in: 0 ... .max)).pcapng").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let world = World(seed: 1)
        let capture = try CaptureFile(path: path, of: world)
        let server = try HCIServer(world, listeningOn: [.tcpServer(host: "127.0.0.1", port: 0)])
        defer { server.stop() }
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let definition = DeviceDefinition.blinky()
            .watched { device, event in
                if case .subscribed = event { device.update(Blinky.button, [1]) }
            }
            .watchedWrites { continuation.yield("device was written \($0.value)") }
        let live = try LiveDevice(definition, on: server.endpoints[0])
        let phone = try LivePhone(server.endpoints[0])
        defer { phone.stop() }
        let app = SwitchApp(phone) { continuation.yield($0) }
        var heard: [String] = []
        for await line in lines {
            heard.append(line)
            if line.hasPrefix("button") { break }
        }
        #expect(heard == ["device was written [1]", "wrote", "button [1]"])
        withExtendedLifetime(app) {}
        live.stop()
        capture.close()
        let blocks = try pcapngBlocks([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(blocks.first == 0x0A0D_0D0A)
        #expect(blocks.count > 50)
    }

    /// The types of the blocks of a whole pcapng file.
    private func pcapngBlocks(_ bytes: [UInt8]) throws -> [UInt32] {
        func number(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * $1) } }
        var blocks: [UInt32] = []
        var next = 0
        while next < bytes.count {
            try #require(next + 12 <= bytes.count)
            let length = Int(number(next + 4))
            try #require(length >= 12 && next + length <= bytes.count)
            #expect(number(next + length - 4) == UInt32(length))
            blocks.append(number(next))
            next += length
        }
        return blocks
    }

    @Test func aCaptureSaysHowManyRecordsItLacks() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-\(UInt64.random(in: 0 ... .max)).pcapng").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let world = World(seed: 1)
        let lost = Lock<[Int]>([])
        let capture = try CaptureFile(
            path: path, of: world, capacity: 100, onLoss: { count in lost.withLock { $0.append(count) } })
        world.add(.beacon(interval: .milliseconds(20)))
        try world.run(for: .seconds(20))
        let made = world.traceCount
        capture.close()
        let told = lost.withLock { $0 }
        #expect(1...2 ~= told.count && told.last == world.lostTraceCount)
        // What is not lost is there: a section, interfaces, and a packet for each frame.
        let packets = try pcapngBlocks([UInt8](Data(contentsOf: URL(fileURLWithPath: path)))).filter {
            $0 == 6
        }
        #expect(packets.count + (told.last ?? 0) <= made)
        #expect(packets.count >= 50)
    }

    @Test func aCaptureThatLacksNothingSaysNothing() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-\(UInt64.random(in: 0 ... .max)).pcapng").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let world = World(seed: 1)
        // A trace that was full before.
        world.startTrace(capacity: 10)
        world.add(.beacon(interval: .milliseconds(20)))
        try world.run(for: .seconds(1))
        #expect(world.lostTraceCount > 0)
        let lost = Lock(0)
        let capture = try CaptureFile(path: path, of: world, onLoss: { _ in lost.withLock { $0 += 1 } })
        try world.run(for: .seconds(1))
        capture.close()
        #expect(lost.withLock { $0 } == 0)
    }

    @Test func aControllerThatGoesAwayIsTold() async throws {
        let world = World(seed: 1)
        let server = try HCIServer(world, listeningOn: [.tcpServer(host: "127.0.0.1", port: 0)])
        let (failures, report) = AsyncStream.makeStream(of: LiveDevice.Failure.self)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let definition = DeviceDefinition.blinky().watched { _, _ in started.yield() }
        let live = try LiveDevice(
            definition, on: server.endpoints[0], onFailure: { report.yield($0) })
        for await _ in starts { break }
        server.stop()
        for await failure in failures {
            #expect(failure == .transport(.closed(server.endpoints[0])))
            break
        }
        #expect(!live.device.isAdvertising)
        live.stop()
        do throws(LiveError) {
            _ = try LiveDevice(.blinky(), on: server.endpoints[0])
            Issue.record("there is no controller any more")
        } catch {
            #expect("\(error)".hasPrefix("no controller at \(server.endpoints[0]): "))
        }
    }
}

/// Switches the LED on and listens to the button.
private final class SwitchApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let led = CBUUID(string: Blinky.led.description)
    private let button = CBUUID(string: Blinky.button.description)
    private let service = CBUUID(string: Blinky.service.description)
    private var central: CBCentralManager!
    private var peripheral: CBPeripheral?
    private let say: (String) -> Void

    init(_ phone: LivePhone, _ say: @escaping (String) -> Void) {
        self.say = say
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "app"), provider: phone)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [service]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([service])
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        guard let led = service.characteristics?.first(where: { $0.uuid == self.led }) else { return }
        peripheral.writeValue(Data([1]), for: led, type: .withResponse)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        say(error.map { "\($0)" } ?? "wrote")
        guard let button = characteristic.service?.characteristics?.first(where: { $0.uuid == self.button })
        else { return }
        peripheral.setNotifyValue(true, for: button)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        say("button \(Array(characteristic.value ?? Data()))")
    }
}
