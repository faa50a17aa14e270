import Foundation

/// Finds blinkies, links to them, and links again when they come back; on the main queue.
final class BlinkyManager: NSObject {
    /// Bluetooth was switched on or off, or the permission changed.
    var onStateChange: ((CBManagerState) -> Void)?
    /// A blinky was heard, for the first time or again.
    var onDiscovery: ((BlinkyPeripheral) -> Void)?

    /// All that were found so far, in the order they were found in.
    private(set) var blinkies: [BlinkyPeripheral] = []

    private var central: CBCentralManager!
    private var isScanRequested = false

    /// - Parameters:
    ///   - restoreIdentifier: Under which the system brings the app's links back after a relaunch.
    ///   - forceMock: Whether it is a mock manager on devices and Macs, too.
    init(restoreIdentifier: String? = nil, forceMock: Bool = false) {
        super.init()
        let options = restoreIdentifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0 as Any] }
        central = CBCentralManagerFactory.instance(
            delegate: self, queue: .main, options: options, forceMock: forceMock)
    }

    var state: CBManagerState { central.state }
    var isScanning: Bool { central.isScanning }

    // MARK: Finding

    /// Scans from now on; from when Bluetooth is on if it is off.
    func startScanning() {
        isScanRequested = true
        scanIfRequested()
    }

    func stopScanning() {
        isScanRequested = false
        central.stopScan()
    }

    private func scanIfRequested() {
        guard isScanRequested, central.state == .poweredOn else { return }
        central.scanForPeripherals(
            withServices: [LEDButton.service],
            options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
    }

    /// A blinky that was met in an earlier run of the app; `nil` if the system knows none by this identifier.
    func blinky(withIdentifier identifier: UUID) -> BlinkyPeripheral? {
        if let known = blinkies.first(where: { $0.identifier == identifier }) { return known }
        return central.retrievePeripherals(withIdentifiers: [identifier]).first.map(blinky(for:))
    }

    /// Blinkies that some app of the phone is linked to.
    func connectedBlinkies() -> [BlinkyPeripheral] {
        central.retrieveConnectedPeripherals(withServices: [LEDButton.service]).map(blinky(for:))
    }

    private func blinky(for peripheral: CBPeripheral) -> BlinkyPeripheral {
        if let known = blinkies.first(where: { $0.identifier == peripheral.identifier }) { return known }
        let blinky = BlinkyPeripheral(peripheral)
        blinkies.append(blinky)
        return blinky
    }

    // MARK: Linking

    /// Links to a blinky as soon as it is in range, and again whenever the link is lost.
    func connect(_ blinky: BlinkyPeripheral) {
        blinky.isWanted = true
        guard central.state == .poweredOn else { return }
        blinky.willConnect()
        central.connect(blinky.peripheral)
    }

    /// Lets a blinky go for good.
    func disconnect(_ blinky: BlinkyPeripheral) {
        blinky.isWanted = false
        central.cancelPeripheralConnection(blinky.peripheral)
    }

    /// Bluetooth was off: what was found before has to be fetched anew.
    private func reconnectWanted() {
        let wanted = blinkies.filter { $0.isWanted && $0.state == .disconnected }
        for peripheral in central.retrievePeripherals(withIdentifiers: wanted.map(\.identifier)) {
            let blinky = blinky(for: peripheral)
            blinky.peripheral = peripheral
            connect(blinky)
        }
    }
}

extension BlinkyManager: CBCentralManagerDelegate {
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
        for peripheral in peripherals {
            let blinky = blinky(for: peripheral)
            blinky.isWanted = true
            if peripheral.state != .disconnected { blinky.willConnect() }
        }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn {
            for blinky in blinkies where blinky.peripheral.state == .connected { blinky.didConnect() }
            reconnectWanted()
            scanIfRequested()
        } else {
            for blinky in blinkies { blinky.didDisconnect(nil) }
        }
        onStateChange?(central.state)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        let blinky = blinky(for: peripheral)
        blinky.didAdvertise(
            name: advertisementData[CBAdvertisementDataLocalNameKey] as? String, rssi: RSSI.intValue)
        onDiscovery?(blinky)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        blinky(for: peripheral).didConnect()
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        let blinky = blinky(for: peripheral)
        blinky.isWanted = false
        blinky.didDisconnect(error)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        let blinky = blinky(for: peripheral)
        blinky.didDisconnect(error)
        if blinky.isWanted { connect(blinky) }
    }
}
