import FaradayCoreBluetooth
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// A serial-port client as libraries ship it: its own queue, chunks of the maximum write length, flow control.
@Suite struct UARTScenarios {
    @Test(
        "Behaviour 5.16, 5.17, 9.6; regression 89: many writes without response are throttled, and none is lost",
        .simulated(seed: 21), arguments: [23, 100, 247] as [UInt16])
    func everyByteComesBackInOrder(mtu: UInt16) async throws {
        let world = World.current
        world.add(.uart(mtu: mtu), at: .meters(2))
        let client = world.addPhone().run { UARTClient() }
        let payload = Data((0..<12_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        client.send(payload)
        try await world.run(until: { client.received.count >= payload.count })
        #expect(client.received == payload)
        // The phone offers 185 (behaviour 9.6); the smaller offer is used, minus 3 bytes of ATT header.
        #expect(client.chunks.dropLast().allSatisfy { $0 == Int(min(mtu, 185)) - 3 })
        #expect(client.stalls > 0, "this many bytes do not fit into the queue at once (behaviour 5.16, 5.17)")
        #expect(client.readyCount >= client.stalls)
    }

    /// Loss delays write commands and notifications, but drops none.
    @Test(.simulated(seed: 22)) func aThirdOfThePacketsLost() async throws {
        let world = World.current
        world.configureMedium { $0.perPacketLoss = 0.3 }
        world.add(.uart(mtu: 247), at: .meters(2))
        let client = world.addPhone().run { UARTClient() }
        let payload = Data((0..<9_000).map { UInt8(truncatingIfNeeded: $0 >> 3) })
        client.send(payload)
        try await world.run(until: { client.received.count >= payload.count })
        #expect(client.received == payload)
    }

    @Test(.simulated(seed: 23)) func closingIsNoErrorAndALostLinkIsOne() async throws {
        let world = World.current
        let uart = world.add(.uart(mtu: 247), at: .meters(2))
        let phone = world.addPhone()
        let client = phone.run { UARTClient() }
        try await world.run(until: { client.isOpen })
        client.close()
        try await world.run(until: { client.endings.count == 1 })
        #expect(client.endings[0] == nil)

        let other = phone.app(2).run { UARTClient() }
        try await world.run(until: { other.isOpen })
        uart.powerOff()
        try await world.run(until: { other.endings.count == 1 })
        let error = try #require(other.endings[0])
        #expect((error as NSError).domain == CBErrorDomain)
        #expect((error as NSError).code == CBError.Code.connectionTimeout.rawValue)
    }

    /// Calls inside `queue.async` reach the manager before the clock moves: the same seed gives the same trace, however
    /// the threads are scheduled.
    @Test func callsThroughAPrivateQueueTakeNoVirtualTime() throws {
        func story() throws -> String {
            try withWorld(seed: 24) { world in
                world.add(.uart(mtu: 100), at: .meters(2))
                let client = world.addPhone().run { UARTClient() }
                try world.run(until: { client.isOpen })
                for round in 1...5 {
                    client.send(Data(repeating: UInt8(round), count: 300))
                    try world.run(until: { client.received.count == 300 * round }, timeout: .seconds(2))
                }
                client.close()
                try world.run(until: { !client.endings.isEmpty }, timeout: .seconds(2))
                return world.traceJSONLines()
            }
        }
        let first = try story()
        for _ in 0..<20 { #expect(try story() == first) }
    }
}

extension DeviceDefinition {
    /// Sends back the data that is written to it.
    fileprivate static func uart(mtu: UInt16) -> DeviceDefinition {
        DeviceDefinition(name: "UART", preferredMTU: mtu) {
            DeviceAdvertising(services: ["6E400001-B5A3-F393-E0A9-E50E24DCCA9E"])
            DeviceService("6E400001-B5A3-F393-E0A9-E50E24DCCA9E") {
                DeviceCharacteristic("6E400002-B5A3-F393-E0A9-E50E24DCCA9E", [.write, .writeWithoutResponse])
                    .onWrite { $0.device.update("6E400003-B5A3-F393-E0A9-E50E24DCCA9E", $0.value) }
                DeviceCharacteristic("6E400003-B5A3-F393-E0A9-E50E24DCCA9E", .notify)
            }
        }
    }
}

extension CBUUID {
    fileprivate static var uart: CBUUID { CBUUID(string: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E") }
    fileprivate static var toDevice: CBUUID { CBUUID(string: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E") }
    fileprivate static var fromDevice: CBUUID { CBUUID(string: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E") }
}

/// The app: its whole state is on its queue, on which its manager calls it back.
private final class UARTClient: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable
{
    private let queue = DispatchQueue(label: "uart")
    // Declared before the manager, so that it is freed first: otherwise the app would make a misuse when the test ends.
    private var peripheral: CBPeripheral?
    private var manager: CBCentralManager!
    private var input: CBCharacteristic?
    private var pending = Data()
    private(set) var received = Data()
    private(set) var chunks: [Int] = []
    private(set) var stalls = 0
    private(set) var readyCount = 0
    private(set) var isOpen = false
    private(set) var endings: [(any Error)?] = []

    override init() {
        super.init()
        manager = CBCentralManager(
            delegate: self, queue: queue, options: [CBCentralManagerOptionShowPowerAlertKey: false])
    }

    func send(_ data: Data) {
        queue.async {
            self.pending.append(data)
            self.pump()
        }
    }

    func close() {
        queue.async {
            if let peripheral = self.peripheral { self.manager.cancelPeripheralConnection(peripheral) }
        }
    }

    private func pump() {
        guard isOpen, let peripheral, let input else { return }
        let longest = peripheral.maximumWriteValueLength(for: .withoutResponse)
        while !pending.isEmpty {
            // The first write does not ask first, since the answer may be `false` before it (behaviour 5.18).
            guard chunks.isEmpty || peripheral.canSendWriteWithoutResponse else {
                stalls += 1
                return
            }
            let chunk = pending.prefix(longest)
            peripheral.writeValue(chunk, for: input, type: .withoutResponse)
            chunks.append(chunk.count)
            pending.removeFirst(chunk.count)
        }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        dispatchPrecondition(condition: .onQueue(queue))
        switch central.state {
        case .poweredOn: central.scanForPeripherals(withServices: [.uart])
        case .unknown, .resetting, .unsupported, .unauthorized, .poweredOff: break
        @unknown default: break
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral, options: nil)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([.uart])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        isOpen = false
        endings.append(error)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard let service = peripheral.services?.first(where: { $0.uuid == .uart }) else { return }
        peripheral.discoverCharacteristics([.toDevice, .fromDevice], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            switch characteristic.uuid {
            case .toDevice: input = characteristic
            case .fromDevice: peripheral.setNotifyValue(true, for: characteristic)
            default: break
            }
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        isOpen = characteristic.isNotifying
        pump()
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        received += characteristic.value ?? Data()
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        readyCount += 1
        pump()
    }
}
