import FaradayCoreBluetooth

/// Looks for a strap for ten seconds, rests for a minute, and looks again. Asks a strap for its signal every five seconds.
final class StrapWatch: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
    private(set) var status = "off"
    private(set) var readings: [Date] = []
    private var manager: CBCentralManager?
    private var strap: CBPeripheral?
    private var poll: Timer?

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    private func look() {
        status = "looking"
        manager?.scanForPeripherals(withServices: [CBUUID(string: "180D")])
        DispatchQueue.main.asyncAfter(deadline: .now() + 10) { [weak self] in self?.giveUp() }
    }

    private func giveUp() {
        guard status == "looking", strap == nil else { return }
        status = "resting"
        manager?.stopScan()
        Task { @MainActor in
            try await Task.sleep(nanoseconds: 60_000_000_000)
            look()
        }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { look() }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        strap = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        status = "connected"
        peripheral.delegate = self
        poll = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { [weak self] _ in
            self?.strap?.readRSSI()
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        poll?.invalidate()
        strap = nil
        look()
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        readings.append(Date())
    }
}
