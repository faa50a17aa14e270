import Foundation

/// Finds blinkies, connects to them, and reconnects when they come back; on the main queue.
final class BlinkyManager: NSObject {
    /// Bluetooth was switched on or off, or the permission changed.
    var onStateChange: ((CBManagerState) -> Void)?
    /// A blinky was discovered, for the first time or again.
    var onDiscovery: ((BlinkyPeripheral) -> Void)?

    /// All blinkies found so far, in the order in which they were found.
    private(set) var blinkies: [BlinkyPeripheral] = []

    private var central: CBCentralManager!
    private var isScanRequested = false

    /// - Parameters:
    ///   - restoreIdentifier: The identifier under which the system restores the app's links after a
    ///     relaunch.
    ///   - forceMock: Whether to create a mock manager on devices and Macs, too.
    init(restoreIdentifier: String? = nil, forceMock: Bool = false) {
        super.init()
        let options = restoreIdentifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0 as Any] }
        central = CBCentralManagerFactory.instance(
            delegate: self, queue: .main, options: options, forceMock: forceMock)
    }

    var state: CBManagerState { central.state }
    var isScanning: Bool { central.isScanning }

    // MARK: Finding

    /// Starts a scan; if Bluetooth is off, the scan starts when it is on.
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

    /// A blinky from an earlier run of the app; `nil` if the system does not know the identifier.
    func blinky(withIdentifier identifier: UUID) -> BlinkyPeripheral? {
        if let known = blinkies.first(where: { $0.identifier == identifier }) { return known }
        return central.retrievePeripherals(withIdentifiers: [identifier]).first.map(blinky(for:))
    }

    /// Blinkies to which any app of the phone is connected.
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

    /// Connects to a blinky as soon as it is in range, and reconnects whenever the link is lost.
    func connect(_ blinky: BlinkyPeripheral) {
        blinky.isWanted = true
        guard central.state == .poweredOn else { return }
        blinky.willConnect()
        central.connect(blinky.peripheral)
    }

    /// Disconnects a blinky permanently.
    func disconnect(_ blinky: BlinkyPeripheral) {
        blinky.isWanted = false
        central.cancelPeripheralConnection(blinky.peripheral)
    }

    /// Bluetooth was off: peripherals that were found before have to be retrieved again.
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
