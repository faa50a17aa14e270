#if !canImport(Darwin) || os(iOS)
import AccessorySetupKit
import CoreBluetooth
import Foundation

#if canImport(UIKit)
import UIKit
#endif

/// An app for iOS 27 that shows how far away a tag is: it picks the tag, connects, measures, stops, disconnects and removes
/// the tag.
@available(iOS 27.0, macCatalyst 27.0, *)
public final class TagFinderApp: NSObject {
    private static var service: CBUUID { CBUUID(string: "FD01") }

    /// Called with a line for each event; set it first to get all events.
    public var onEvent: ((String) -> Void)?
    /// The distance of each result in metres; below zero if it is not valid.
    public private(set) var distances: [Double] = []
    public private(set) var accessory: ASAccessory?
    public private(set) var peripheral: CBPeripheral?

    private let session = ASAccessorySession()
    private var manager: CBCentralManager?

    public init(onEvent: ((String) -> Void)? = nil) {
        self.onEvent = onEvent
        super.init()
        session.activate(on: .main) { [weak self] event in self?.handle(event) }
    }

    // MARK: The accessory

    private func handle(_ event: ASAccessoryEvent) {
        switch event.eventType {
        case .activated:
            if let known = session.accessories.first { use(known) } else { pick() }
        case .accessoryAdded:
            accessory = event.accessory
            say("set up \(event.accessory?.displayName ?? "an accessory")")
        case .pickerDidDismiss:
            if let accessory { use(accessory) }
        case .accessoryRemoved:
            (accessory, peripheral, manager) = (nil, nil, nil)
            say("removed the accessory")
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
            if let error { print("The picker ended: \(error.localizedDescription)") }
        }
    }

    private func use(_ accessory: ASAccessory) {
        self.accessory = accessory
        if manager == nil { manager = CBCentralManager(delegate: self, queue: .main) }
    }

    /// Removes the tag from the phone, with its bond.
    public func remove() {
        if let accessory { session.removeAccessory(accessory) { _ in } }
    }

    // MARK: The distance

    public func startMeasuring() {
        peripheral?.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
    }

    public func stopMeasuring() { peripheral?.cancelChannelSoundingSession() }

    public func disconnect() {
        if let peripheral { manager?.cancelPeripheralConnection(peripheral) }
    }

    private func connect(_ peripheral: CBPeripheral) {
        self.peripheral = peripheral
        peripheral.delegate = self
        manager?.connect(peripheral)
    }

    private func say(_ line: String) { onEvent?(line) }

    private func reason(_ error: (any Error)?) -> String {
        error.map { ": \(($0 as NSError).domain) \(($0 as NSError).code)" } ?? ""
    }
}

@available(iOS 27.0, macCatalyst 27.0, *)
extension TagFinderApp: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn, let identifier = accessory?.bluetoothIdentifier else { return }
        guard CBCentralManager.supports(.channelSounding) else { return say("this phone can't measure") }
        if let known = central.retrievePeripherals(withIdentifiers: [identifier]).first {
            connect(known)
        } else {
            central.scanForPeripherals(withServices: [Self.service])
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard peripheral.identifier == accessory?.bluetoothIdentifier else { return }
        central.stopScan()
        connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        say("connected")
        startMeasuring()
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        say("disconnected\(reason(error))")
    }
}

@available(iOS 27.0, macCatalyst 27.0, *)
extension TagFinderApp: CBPeripheralDelegate {
    public func peripheral(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
    ) {
        if let results {
            distances.append(results.distance)
        } else {
            say("no distance\(reason(error))")
        }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?
    ) {
        say("the session has ended\(reason(error))")
    }
}
#endif
