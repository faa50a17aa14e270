import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation
import Testing

@testable import FaradayLive

/// The second driver, in real time, against a simulated controller in a paced world.
@Suite struct LivePhoneTests {
    @Test(.timeLimit(.minutes(10)))
    func readsWritesAndHearsADeviceThroughTCP() async throws {
        let world = World(seed: 1)
        let blinky = world.add(.blinky(), at: .meters(1))
        let server = try ControllerServer(world.addController(name: "remote", at: .origin))
        world.pace(speed: 20)
        defer { world.stopPacing() }
        let phone = try LivePhone(.tcp(host: "127.0.0.1", port: server.port)) { _ in }
        defer { phone.stop() }

        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let app = BlinkyApp(phone) { continuation.yield($0) }
        var heard: [String] = []
        for await line in lines {
            heard.append(line)
            if line == "subscribed" { blinky.update(Blinky.button, [1]) }
            if line == "button 1" { break }
        }
        #expect(heard == ["on", "connected", "wrote", "read 1", "subscribed", "button 1"])
        withExtendedLifetime(app) {}
    }

    @Test(.timeLimit(.minutes(10)))
    func aControllerThatHangsUpTakesTheRadioWithIt() async throws {
        let (errors, report) = AsyncStream.makeStream(of: LiveError.self)
        let (states, continuation) = AsyncStream.makeStream(of: CBManagerState.self)
        let endpoint: HCIEndpoint
        var phone: LivePhone?
        do {
            let listener = try HangingUp()
            endpoint = .tcp(host: "127.0.0.1", port: listener.port)
            phone = try LivePhone(endpoint) { report.yield($0) }
        }
        let watcher = StateWatcher { continuation.yield($0) }
        let central = CBCentralManager(
            delegate: watcher, queue: DispatchQueue(label: "app"), provider: try #require(phone))
        for await error in errors {
            #expect(error == .closed(endpoint))
            break
        }
        for await state in states where state == .unsupported { break }
        #expect(central.state == .unsupported)
    }

    @Test func nobodyThereIsAClearError() throws {
        let port = try HangingUp(accepts: false).port
        let endpoint = HCIEndpoint.tcp(host: "127.0.0.1", port: port)
        do {
            _ = try LivePhone(endpoint)
            Issue.record("there is no controller")
        } catch {
            #expect("\(error)".hasPrefix("no controller at tcp:127.0.0.1:\(port): "))
        }
    }
}

/// A port that closes every connection, or one that nothing listens on.
private struct HangingUp {
    let port: UInt16

    init(accepts: Bool = true) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && (!accepts || listen(listener, 1) == 0)
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        guard accepts else {
            close(listener)
            return
        }
        Thread.detachNewThread {
            close(accept(listener, nil, nil))
            close(listener)
        }
    }
}

private final class StateWatcher: NSObject, CBCentralManagerDelegate {
    private let onState: (CBManagerState) -> Void

    init(_ onState: @escaping (CBManagerState) -> Void) { self.onState = onState }

    func centralManagerDidUpdateState(_ central: CBCentralManager) { onState(central.state) }
}

/// Switches the LED on, reads it back and listens to the button.
private final class BlinkyApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let service = CBUUID(string: Blinky.service.description)
    private let led = CBUUID(string: Blinky.led.description)
    private let button = CBUUID(string: Blinky.button.description)
    private var central: CBCentralManager!
    private var peripheral: CBPeripheral?
    private let say: (String) -> Void

    init(_ phone: LivePhone, _ say: @escaping (String) -> Void) {
        self.say = say
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "app"), provider: phone)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        say("on")
        central.scanForPeripherals(withServices: [service])
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
        say("connected")
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
        peripheral.readValue(for: characteristic)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        let value = characteristic.value?.first ?? 0xFF
        guard characteristic.uuid == self.led else {
            say("button \(value)")
            return
        }
        say("read \(value)")
        guard let button = characteristic.service?.characteristics?.first(where: { $0.uuid == self.button })
        else { return }
        peripheral.setNotifyValue(true, for: button)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        say(error.map { "\($0)" } ?? "subscribed")
    }
}
