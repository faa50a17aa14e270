import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Answers of a manager whose callbacks come on a queue of its own.
@Suite struct GateQueueTests {
    /// A device that answers reads with 7, and counts the answers that it gives on its queue.
    private final class Sensor: NSObject, CBPeripheralManagerDelegate {
        let gate: AnswerGate
        let answers = Lock(0)
        private let queue = DispatchQueue(label: "sensor")
        private let mark = DispatchSpecificKey<Bool>()
        private var manager: CBPeripheralManager!

        init(_ gate: AnswerGate) {
            self.gate = gate
            super.init()
            queue.setSpecific(key: mark, value: true)
            manager = CBPeripheralManager(delegate: self, queue: queue)
        }

        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            guard peripheral.state == .poweredOn else { return }
            let service = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
            service.characteristics = [CBMutableCharacteristic("FF01", .read)]
            peripheral.add(service)
            peripheral.startAdvertising([CBAdvertisementDataLocalNameKey: "Publisher"])
        }

        func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
            gate.respond(to: request, of: peripheral) { [self] in
                if DispatchQueue.getSpecific(key: mark) == true { answers.withLock { $0 += 1 } }
                request.value = Data([7])
                return .success
            }
        }
    }

    @Test(
        "An answer is made on the manager's queue: at once, late, and when a gate opens", .simulated(seed: 31)
    )
    func onTheQueue() async throws {
        let world = World.current
        let gate = AnswerGate()
        let sensor = world.addPhone(name: "server").run { Sensor(gate) }
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        client.read("FF01")
        try await world.runUntilRequestsAreDone()
        gate.delay = .seconds(1)
        client.read("FF01")
        try await world.runUntilRequestsAreDone()
        gate.close()
        world.after(.seconds(5)) { gate.open() }
        client.read("FF01")
        try await world.runUntilRequestsAreDone()
        #expect(sensor.answers.withLock { $0 } == 3)
        #expect(client.lines == ["FF01 = [7]", "FF01 = [7]", "FF01 = [7]"])
    }

    @Test(
        "A code of the application's own reaches the app, and the answer is not asked for",
        .simulated(seed: 32))
    func ownCode() async throws {
        let world = World.current
        let gate = AnswerGate()
        let sensor = world.addPhone(name: "server").run { Sensor(gate) }
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        gate.failNext(with: ATT.ErrorCode(rawValue: 0x81))
        client.read("FF01")
        try await world.runUntilRequestsAreDone()
        #expect(client.lines == ["FF01 = ? ATT 129"] && sensor.answers.withLock { $0 } == 0)
    }
}
