#if !canImport(Darwin) || os(iOS)
import AccessorySetupKit
import CoreBluetooth
import Foundation
import NearbyInteraction

/// An app that shows where a tag is, written as in Xcode for iOS 27: pick, connect, then a session of Nearby Interaction
/// with camera assistance.
@available(iOS 27.0, macCatalyst 27.0, *)
final class TagLocator: NSObject, CBCentralManagerDelegate, NISessionDelegate {
    private static var service: CBUUID { CBUUID(string: "FD01") }

    private let setup = ASAccessorySession()
    private(set) var accessory: ASAccessory?
    private(set) var manager: CBCentralManager?
    private(set) var peripheral: CBPeripheral?
    private(set) var session: NISession?
    /// Whether the app wants to know the direction.
    var wantsDirection = true
    /// What happened, without updates.
    private(set) var lines: [String] = []
    /// The objects of all updates.
    private(set) var objects: [NINearbyObject] = []

    /// The latest distance in metres.
    var distance: Float? { objects.last?.distance }
    /// The latest direction in radians.
    var angle: Float? { objects.last?.horizontalAngle }

    override init() {
        super.init()
        setup.activate(on: .main) { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: ASAccessoryEvent) {
        switch event.eventType {
        case .activated:
            if let known = setup.accessories.first { use(known) } else { pick() }
        case .accessoryAdded: accessory = event.accessory
        case .pickerDidDismiss: if let accessory { use(accessory) }
        case .accessoryRemoved: accessory = nil
        default: break
        }
    }

    private func pick() {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.bluetoothServiceUUID = Self.service
        descriptor.supportedOptions = .bluetoothPairingLE
        let item = ASPickerDisplayItem(
            name: "Tag", productImage: UIImage(named: "tag") ?? UIImage(), descriptor: descriptor)
        setup.showPicker(for: [item]) { error in
            if let error { print("The picker ended with \(error)") }
        }
    }

    private func use(_ accessory: ASAccessory) {
        self.accessory = accessory
        if manager == nil { manager = CBCentralManager(delegate: self, queue: .main) }
    }

    // MARK: CBCentralManagerDelegate

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn, let identifier = accessory?.bluetoothIdentifier else { return }
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
        manager?.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        lines.append("connected")
        locate()
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        lines.append("disconnected")
    }

    func disconnect() {
        if let peripheral { manager?.cancelPeripheralConnection(peripheral) }
    }

    // MARK: Nearby Interaction

    func locate() {
        guard let peripheral else { return }
        let capabilities = NISession.deviceCapabilities
        guard capabilities.supportsBluetoothChannelSounding else { return lines.append("can't locate") }
        let configuration = NINearbyAccessoryConfiguration(
            bluetoothChannelSoundingIdentifier: peripheral.identifier, previousBluetoothIdentifier: nil)
        configuration.isCameraAssistanceEnabled = wantsDirection && capabilities.supportsCameraAssistance
        let session = NISession()
        session.delegate = self
        session.run(configuration)
        self.session = session
    }

    func sessionDidStartRunning(_ session: NISession) { lines.append("running") }

    func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject]) { objects += nearbyObjects }

    func sessionWasSuspended(_ session: NISession) { lines.append("suspended") }

    func sessionSuspensionEnded(_ session: NISession) {
        lines.append("suspension ended")
        if let configuration = session.configuration { session.run(configuration) }
    }

    func session(_ session: NISession, didInvalidateWith error: any Error) {
        guard let error = error as? NIError else { return lines.append("\(error)") }
        lines.append("invalid \(error.code)")
        self.session = nil
    }
}
#endif
