import Dispatch
import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// Shows the services of a strap, and traps if there are none: a discovery can fail.
final class HastyApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var manager: CBCentralManager?
    private var strap: CBPeripheral?
    private(set) var service: CBUUID?

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: DispatchQueue(label: "hasty"))
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        strap = nil
        central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard strap == nil else { return }
        strap = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        if peripheral.state == .connected { peripheral.discoverServices([CBUUID(string: "180D")]) }
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard let found = peripheral.services?.first else { fatalError("no service to show") }
        service = found.uuid
    }

    /// The line of the trap.
    static let trap = "FaradayTestingTests/HastyApp.swift:\(#line - 5)"

    /// Slow connects, and now and then a discovery that fails.
    static let faults = FaultVocabulary { draw in
        guard draw.isLucky(0.25) else {
            return .connect().isDelayed(by: .milliseconds(100 * draw.count(upTo: 20)))
        }
        return .discoverServices().nth(1).fails(draw.element(of: [.att(0x0E), .att(0x11)]))
    }

    /// The app is there for half a minute.
    @Sendable static func isShown(in world: World) async throws {
        for number in 1...world.parameter("straps", in: 1...3) {
            world.add(.heartRateMonitor(name: "HR-\(number)"))
        }
        let app = world.addPhone().run { HastyApp() }
        try await world.run(for: .seconds(30))
        withExtendedLifetime(app) {}
    }

    /// The same for synchronous code.
    @Sendable static func isShownAtOnce(in world: World) throws {
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { HastyApp() }
        try world.run(for: .seconds(30))
        withExtendedLifetime(app) {}
    }
}
