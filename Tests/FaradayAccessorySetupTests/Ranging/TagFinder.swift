#if !canImport(Darwin) || os(iOS)
import AccessorySetupKit
import CoreBluetooth
import Foundation

/// An app that shows how far away a tag is, written as in Xcode for iOS 27: pick, connect, measure, stop, disconnect,
/// remove.
@available(iOS 27.0, macCatalyst 27.0, *)
final class TagFinder: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private static var service: CBUUID { CBUUID(string: "FD01") }

    private let session = ASAccessorySession()
    private(set) var accessory: ASAccessory?
    private(set) var manager: CBCentralManager?
    private(set) var peripheral: CBPeripheral?
    /// What happened, without results.
    private(set) var lines: [String] = []
    /// The distance of each result in metres; below zero if it is not valid.
    private(set) var distances: [Double] = []

    override init() {
        super.init()
        session.activate(on: .main) { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: ASAccessoryEvent) {
        switch event.eventType {
        case .activated:
            if let known = session.accessories.first { use(known) } else { pick() }
        case .accessoryAdded: accessory = event.accessory
        case .pickerDidDismiss: if let accessory { use(accessory) }
        case .accessoryRemoved: (accessory, peripheral, manager) = (nil, nil, nil)
        default: break
        }
    }

    private func pick() {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.bluetoothServiceUUID = Self.service
        descriptor.supportedOptions = .bluetoothPairingLE
        let item = ASPickerDisplayItem(
            name: "Tag", productImage: UIImage(named: "tag") ?? UIImage(), descriptor: descriptor)
        session.showPicker(for: [item]) { error in
            if let error { print("The picker ended with \(error)") }
        }
    }

    private func use(_ accessory: ASAccessory) {
        self.accessory = accessory
        if manager == nil { manager = CBCentralManager(delegate: self, queue: .main) }
    }

    func startMeasuring() {
        peripheral?.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
    }

    func stopMeasuring() { peripheral?.cancelChannelSoundingSession() }

    func disconnect() {
        if let peripheral { manager?.cancelPeripheralConnection(peripheral) }
    }

    func remove() {
        if let accessory { session.removeAccessory(accessory) { _ in } }
    }

    // MARK: CBCentralManagerDelegate

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn, let identifier = accessory?.bluetoothIdentifier else { return }
        guard CBCentralManager.supports(.channelSounding) else { return lines.append("can't measure") }
        if let known = central.retrievePeripherals(withIdentifiers: [identifier]).first {
            connect(known)
        } else {
            central.scanForPeripherals(withServices: [Self.service])
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard peripheral.identifier == accessory?.bluetoothIdentifier else { return }
        central.stopScan()
        connect(peripheral)
    }

    private func connect(_ peripheral: CBPeripheral) {
        self.peripheral = peripheral
        peripheral.delegate = self
        manager?.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        lines.append("connected")
        startMeasuring()
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        lines.append("disconnected \(code(error))")
    }

    // MARK: CBPeripheralDelegate

    func peripheral(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
    ) {
        if let results {
            distances.append(results.distance)
        } else {
            lines.append("no results \(code(error))")
        }
    }

    func peripheral(_ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?) {
        lines.append("completed \(code(error))")
    }

    private func code(_ error: (any Error)?) -> String { error.map { "\(($0 as NSError).code)" } ?? "-" }
}
#endif
