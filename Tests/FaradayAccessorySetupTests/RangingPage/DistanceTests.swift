#if !canImport(Darwin) || os(iOS)
import AccessorySetupKit
import CoreBluetooth
import FaradayTesting
import Testing

/// Sets up a tag, connects to it, and keeps the distances that the phone measures.
@available(iOS 27.0, macCatalyst 27.0, *)
final class DistanceApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let session = ASAccessorySession()
    private var accessory: ASAccessory?
    private var manager: CBCentralManager?
    private(set) var tag: CBPeripheral?
    private(set) var distances: [Double] = []
    private(set) var failedProcedures = 0
    /// How the session ended: the code of the error, or 0.
    private(set) var ending: Int?

    override init() {
        super.init()
        session.activate(on: .main) { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: ASAccessoryEvent) {
        switch event.eventType {
        case .activated: pick()
        case .accessoryAdded: accessory = event.accessory
        case .pickerDidDismiss: manager = CBCentralManager(delegate: self, queue: .main)
        default: break
        }
    }

    private func pick() {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.bluetoothServiceUUID = CBUUID(string: "FD01")
        descriptor.supportedOptions = .bluetoothPairingLE  // a session needs the bond
        let item = ASPickerDisplayItem(name: "Tag", productImage: UIImage(), descriptor: descriptor)
        session.showPicker(for: [item]) { _ in }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn, CBCentralManager.supports(.channelSounding) else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "FD01")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard peripheral.identifier == accessory?.bluetoothIdentifier else { return }
        central.stopScan()
        tag = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
    ) {
        guard let results else { return failedProcedures += 1 }
        if results.distance > 0 { distances.append(results.distance) }
    }

    func peripheral(_ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?) {
        ending = (error as? CBError)?.errorCode ?? 0
    }
}

@Suite struct DistanceTests {
    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(.simulated(seed: 27)) func theDistanceFollowsTheTag() async throws {
        let world = World.current
        world.configureMedium { $0.tones.noise = .typical }
        let tag = world.add(
            DeviceDefinition(name: "Tag") {
                DeviceSecurity(.noInputNoOutput)
                DeviceAdvertising(services: ["FD01"])
                DeviceChannelSounding()
            }, at: .meters(3))
        let keys = AccessorySetupKeys(services: ["FD01"])
        let phone = world.addPhone(.iOS(27)).configure(AppManifest(accessorySetup: keys))
        let app = phone.run { DistanceApp() }

        try await world.run(until: { app.distances.count == 10 })
        #expect(abs(try #require(app.distances.last) - 3) < 0.25)

        tag.move(to: .meters(12))
        try await world.run(for: .seconds(5))
        #expect(abs(try #require(app.distances.last) - 12) < 0.25)

        tag.powerOff()
        try await world.run(until: { app.ending != nil })
        #expect(app.ending == CBError.connectionTimeout.rawValue)
    }
}
#endif
