@testable import CoreBluetoothMock
import FaradayTesting

/// An app of a chaotic run: it records its callbacks, and compares them with its requests.
final class ChaosApp: NSObject, CBMCentralManagerDelegate, CBMPeripheralDelegate {
    private struct Link {
        /// Connects that `didConnect` has not answered.
        var connects = 0
        /// Those of them that were cancelled.
        var cancelled: Int?
        /// Whether the app got `didConnect` and no end of the link.
        var isUp = false
        /// Reads that nothing has answered yet, of characteristics that do not notify.
        var reads: [CBMUUID: Int] = [:]
    }

    let name: String
    private let record: ChaosRecord
    private(set) var manager: CBMCentralManager!
    private(set) var known: [CBMPeripheral] = []
    private var links: [ObjectIdentifier: Link] = [:]
    private var scans = false

    init(_ name: String, queue: DispatchQueue?, _ record: ChaosRecord) {
        (self.name, self.record) = (name, record)
        super.init()
        manager = CBMCentralManagerMock(delegate: self, queue: queue)
    }

    private func note(_ what: String, _ error: Error? = nil) { record.note(name, what, error) }
    private func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
        record.require(condition, "\(name): \(problem())")
    }

    private func change(_ peripheral: CBMPeripheral, _ body: (inout Link) -> Void) {
        body(&links[ObjectIdentifier(peripheral), default: Link()])
    }
    private func link(_ peripheral: CBMPeripheral) -> Link { links[ObjectIdentifier(peripheral)] ?? Link() }
    private func isKnown(_ peripheral: CBMPeripheral) -> Bool { known.contains { $0 === peripheral } }

    // MARK: What it does

    func learn(_ peripheral: CBMPeripheral) {
        if isKnown(peripheral) { return }
        known.append(peripheral)
        peripheral.delegate = self
    }

    func forget(_ peripheral: CBMPeripheral) {
        links[ObjectIdentifier(peripheral)] = nil
        peripheral.delegate = nil
        known.removeAll { $0 === peripheral }
    }

    func scan(_ services: [CBMUUID]?, _ options: [String: Any]?) {
        scans = true
        manager.scanForPeripherals(withServices: services, options: options)
    }

    func stopScan() {
        scans = false
        manager.stopScan()
    }

    func connect(_ peripheral: CBMPeripheral, _ options: [String: Any]?) {
        if manager.state == .poweredOn { change(peripheral) { $0.connects += 1 } }
        manager.connect(peripheral, options: options)
    }

    func cancel(_ peripheral: CBMPeripheral) {
        change(peripheral) { $0.cancelled = $0.connects }
        manager.cancelPeripheralConnection(peripheral)
    }

    func read(_ characteristic: CBMCharacteristic, of peripheral: CBMPeripheral) {
        if link(peripheral).isUp, !updates(characteristic) {
            change(peripheral) { $0.reads[characteristic.uuid, default: 0] += 1 }
        }
        peripheral.readValue(for: characteristic)
    }

    /// Whether values of it may come that nobody read.
    private func updates(_ characteristic: CBMCharacteristic) -> Bool {
        !characteristic.properties.isDisjoint(with: [.notify, .indicate])
    }

    /// Requests without an answer on a link that has not ended.
    func checkAnswers() {
        // What it knew by a former identifier stays as it is with the mocks' library, whatever happens to the device.
        let present = known.filter { peripheral in
            ((peripheral as? CBMPeripheralMock)?.engine as? DirectPeripheral)?.isCurrent ?? true
        }
        for peripheral in present where peripheral.state == .connected {
            let open = link(peripheral).reads.values.reduce(0, +)
            require(open == 0, "\(open) reads of \(peripheral.identifier) without an answer")
        }
        for peripheral in present {
            require(
                link(peripheral).isUp == (peripheral.state == .connected),
                "\(peripheral.identifier) is \(peripheral.state.rawValue), which nobody told")
        }
    }

    // MARK: The manager

    func centralManagerDidUpdateState(_ central: CBMCentralManager) {
        note("state \(central.state.rawValue)")
        // Links end without a callback; `state` may already be newer than the state in this callback.
        for peripheral in known where central.state != .poweredOn || peripheral.state == .disconnected {
            links[ObjectIdentifier(peripheral)] = nil
        }
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        note("found \(peripheral.identifier) \(RSSI)")
        require(scans, "a discovery without a scan")
        learn(peripheral)
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {
        note("connected \(peripheral.identifier)")
        require(isKnown(peripheral), "a link of a stranger")
        require(link(peripheral).connects > 0, "a link that nobody asked for")
        require(peripheral.state == .connected, "connected, and the state is \(peripheral.state.rawValue)")
        change(peripheral) { ($0.connects, $0.isUp) = ($0.connects - 1, true) }
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    ) {
        note("failed \(peripheral.identifier)", error)
        require(isKnown(peripheral), "a failure of a stranger")
        // One that was asked for in the moment before the radio went off may fail all the same.
        let isAsked = link(peripheral).connects > 0 || central.state != .poweredOn
        require(isAsked && !link(peripheral).isUp, "a failure of what nobody asked for")
        change(peripheral) { $0.connects = max(0, $0.connects - 1) }
    }

    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: Error?
    ) {
        note("disconnected \(peripheral.identifier) \(isReconnecting)", error)
        require(isKnown(peripheral), "an end of a stranger's link")
        let link = link(peripheral)
        require(link.isUp || link.connects > 0, "an end of no link")
        require(peripheral.state != .connected, "disconnected, and the state is connected")
        let isStillAsked = isReconnecting || peripheral.state == .connecting
        let later = max(0, link.connects - (link.cancelled ?? link.connects))
        change(peripheral) { $0 = Link(connects: isStillAsked ? 1 : later) }
    }

    func centralManager(
        _ central: CBMCentralManager, connectionEventDidOccur event: CBMConnectionEvent,
        for peripheral: CBMPeripheral
    ) {
        note("event \(event.rawValue) \(peripheral.identifier)")
        learn(peripheral)
    }

    // MARK: Peripherals

    /// That library answers a read also when the service has gone meanwhile.
    private func isLeftOver(_ characteristic: CBMCharacteristic, of peripheral: CBMPeripheral) -> Bool {
        guard manager.engine is DirectCentral else { return false }
        let services = peripheral.services ?? []
        let all = (services + services.flatMap { $0.includedServices ?? [] }).flatMap {
            $0.characteristics ?? []
        }
        return !all.contains { $0 === characteristic }
    }

    private func heard(_ what: String, _ peripheral: CBMPeripheral, _ error: Error?) {
        note("\(what) \(peripheral.identifier)", error)
        require(isKnown(peripheral), "\(what) of a stranger")
        require(link(peripheral).isUp, "\(what) without a link")
    }

    func peripheralDidUpdateName(_ peripheral: CBMPeripheral) {
        note("name \(peripheral.name ?? "-")")
        require(isKnown(peripheral), "a name of a stranger")
    }

    func peripheral(_ peripheral: CBMPeripheral, didModifyServices invalidatedServices: [CBMService]) {
        heard("modified \(invalidatedServices.map(\.uuid))", peripheral, nil)
        let services = (peripheral.services ?? []).flatMap { [$0] + ($0.includedServices ?? []) }
        let left = services.flatMap { $0.characteristics ?? [] }.map(\.uuid)
        change(peripheral) { link in link.reads = link.reads.filter { left.contains($0.key) } }
    }

    func peripheral(_ peripheral: CBMPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        heard("rssi \(RSSI)", peripheral, error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) {
        heard("services \(peripheral.services?.count ?? -1)", peripheral, error)
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverIncludedServicesFor service: CBMService, error: Error?
    ) {
        heard("included \(service.includedServices?.count ?? -1)", peripheral, error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        heard("characteristics \(service.characteristics?.count ?? -1)", peripheral, error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverDescriptorsFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        heard("descriptors \(characteristic.descriptors?.count ?? -1)", peripheral, error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        heard("value \(characteristic.uuid) \(characteristic.value?.count ?? -1)", peripheral, error)
        guard !updates(characteristic), !isLeftOver(characteristic, of: peripheral) else { return }
        let open = link(peripheral).reads[characteristic.uuid] ?? 0
        require(open > 0, "a value that nobody read")
        change(peripheral) { $0.reads[characteristic.uuid] = open - 1 }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        heard("wrote \(characteristic.uuid)", peripheral, error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        heard("notifying \(characteristic.isNotifying)", peripheral, error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didUpdateValueFor descriptor: CBMDescriptor, error: Error?) {
        heard("value \(descriptor.uuid)", peripheral, error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didWriteValueFor descriptor: CBMDescriptor, error: Error?) {
        heard("wrote \(descriptor.uuid)", peripheral, error)
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBMPeripheral) {
        heard("ready", peripheral, nil)
    }

    func peripheral(_ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?) {
        heard("channel \(channel != nil)", peripheral, error)
    }
}
