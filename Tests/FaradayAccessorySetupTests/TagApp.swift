#if !os(iOS)  // AccessorySetupKit is newer than the oldest iOS that this package is compiled for.
import AccessorySetupKit
import CoreBluetooth
import FaradayTesting

/// An app that keeps a line for each event of its accessory session and for each end of a call.
final class TagApp: Sendable {
    static var service: CBUUID { CBUUID(string: "FD01") }
    static let keys = AccessorySetupKeys(services: ["FD01"])

    let session = ASAccessorySession()
    let queue = DispatchQueue(label: "tag")
    private let log = World.Lock<[String]>([])
    private let discovered = World.Lock<[String]>([])

    init() {
        session.activate(on: queue) { [log, discovered, weak session] event in
            log.withLock { $0.append(Self.line(event)) }
            guard #available(iOS 26.1, macCatalyst 26.1, *), event.eventType == .accessoryDiscovered,
                let accessory = event.accessory as? ASDiscoveredAccessory, let session
            else { return }
            let name = "\(accessory.displayName) \(accessory.bluetoothAdvertisementData?.count ?? 0)"
            discovered.withLock { $0.append(name) }
            // Only the tag is shown.
            guard accessory.displayName == "Tag" else { return }
            let item = ASDiscoveredDisplayItem(name: "My tag", productImage: UIImage(), accessory: accessory)
            session.updatePicker(showing: [item]) { error in
                log.withLock { $0.append("updated \(Self.code(error))") }
            }
        }
    }

    var lines: [String] { log.withLock { $0 } }
    var discoveries: [String] { discovered.withLock { $0 } }
    func forgetLines() { log.withLock { $0 = [] } }

    private static func line(_ event: ASAccessoryEvent) -> String {
        var line = "\(event.eventType)"
        if let accessory = event.accessory { line += " \(accessory.displayName) \(accessory.state.rawValue)" }
        if let error = event.error { line += " \(code(error))" }
        return line
    }

    static func code(_ error: (any Error)?) -> Int {
        (error as? ASError)?.errorCode ?? (error == nil ? 0 : -1)
    }

    /// A handler that keeps a line.
    func ended(_ call: String) -> @Sendable ((any Error)?) -> Void {
        { [log] error in log.withLock { $0.append("\(call) \(Self.code(error))") } }
    }

    func showPicker(_ items: [ASPickerDisplayItem] = [item()]) {
        session.showPicker(for: items, completionHandler: ended("picker"))
    }

    /// An item for tags.
    static func item(
        _ name: String = "Tag", pairs: Bool = false, _ options: ASPickerDisplayItem.SetupOptions = [],
        _ change: (ASDiscoveryDescriptor) -> Void = { _ in }
    ) -> ASPickerDisplayItem {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.bluetoothServiceUUID = service
        if pairs { descriptor.supportedOptions = .bluetoothPairingLE }
        change(descriptor)
        let item = ASPickerDisplayItem(name: name, productImage: UIImage(), descriptor: descriptor)
        item.setupOptions = options
        return item
    }
}

extension DeviceDefinition {
    /// A tag whose only characteristic needs encryption.
    static func tag(
        _ name: String = "Tag", manufacturerData: [UInt8]? = nil, io: SMP.IOCapability = .noInputNoOutput,
        refusesPairing: Bool = false
    ) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceSecurity(io, refusesPairing: refusesPairing)
            DeviceAdvertising(services: ["FD01"], manufacturerData: manufacturerData)
            DeviceService("FD01") {
                DeviceCharacteristic("FD02", [.read, .write], value: [7], requires: .encrypted)
            }
        }
    }
}

extension Phone {
    /// The identifier of a device that the phone has met before.
    func known(_ device: Device) -> UUID {
        remember(device, name: device.name)
        guard let peer = identifier(of: device) else { return UUID() }
        return UUID(uuidString: "\(peer)") ?? UUID()
    }
}

/// An app's central manager, with a line for each callback.
final class TagCentral: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var central: CBCentralManager!
    private(set) var lines: [String] = []
    private(set) var peripheral: CBPeripheral?
    private let wanted: UUID?

    /// Connects to `wanted` when it can.
    init(wanted: UUID? = nil, restoreIdentifier: String? = nil) {
        self.wanted = wanted
        super.init()
        let options = restoreIdentifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0 as Any] }
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "central"), options: options)
    }

    func connect(_ identifier: UUID) {
        peripheral = central.retrievePeripherals(withIdentifiers: [identifier]).first
        peripheral?.delegate = self
        lines.append(peripheral == nil ? "not retrieved" : "retrieved")
        if let peripheral { central.connect(peripheral) }
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        lines.append("restore")
        peripheral = (dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral])?.first
        peripheral?.delegate = self
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        lines.append("state \(central.state.rawValue)")
        if central.state == .poweredOn, let wanted, peripheral == nil { connect(wanted) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        lines.append("discovered \(peripheral.name ?? "-")")
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        lines.append("connected")
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        lines.append("disconnected \((error as? CBError)?.errorCode ?? -1)")
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] { peripheral.readValue(for: characteristic) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        lines.append("value \(characteristic.value?.first ?? 0)")
    }
}
#endif
