import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// An app in the central role that calls anything at any time, also from inside callbacks, and checks that its objects
/// agree with its callbacks.
final class ChaosCentralApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private struct Manager {
        weak var object: CBCentralManager?
    }

    let chaos: Chaos
    private let watched: WatchedPhone
    private var managers: [CBCentralManager] = []
    /// All managers so far.
    private var all: [Manager] = []
    private var peripherals: [CBPeripheral] = []
    private var channels: [CBL2CAPChannel] = []
    private var isDead = false

    init(_ watched: WatchedPhone) {
        self.watched = watched
        chaos = watched.chaos
    }

    /// Creates managers as an app does when it starts.
    func start(restoring identifiers: [String]) {
        isDead = false
        if identifiers.isEmpty { open(nil) }
        for identifier in identifiers { open(identifier) }
    }

    private func open(_ identifier: String?) {
        guard managers.count < 3 else { return }
        var options: [String: Any] = [CBCentralManagerOptionShowPowerAlertKey: chaos.chance(30)]
        if let identifier { options[CBCentralManagerOptionRestoreIdentifierKey] = identifier }
        let manager = CBCentralManager(
            delegate: self, queue: DispatchQueue(label: "chaos"), options: options, provider: watched)
        if manager.state != .unknown { chaos.violate("1.1: a new manager's state is \(manager.state)") }
        managers.append(manager)
        all.append(Manager(object: manager))
    }

    /// The app has ended: its objects are freed, now or later.
    func drop() {
        isDead = true
        managers = []
        peripherals = []
        channels = []
    }

    /// How many managers exist without an owner.
    var leaks: Int { all.filter { $0.object != nil }.count - managers.count }

    // MARK: Doing anything

    func act() {
        guard !isDead, watched.runs else { return }
        guard let manager = chaos.pick(managers) else { return open(chaos.chance(50) ? "central" : nil) }
        switch chaos.below(100) {
        case 0..<3: open(chaos.chance(40) ? "central" : nil)
        case 3..<5: managers.removeAll { $0 === manager }
        case 5..<13: scan(manager)
        case 13..<15: manager.stopScan()
        case 15..<17: manager.delegate = chaos.chance(30) ? nil : self
        case 17..<19: forgetSomething()
        case 19..<21: retrieve(manager)
        case 21..<23:
            #if !os(macOS)
            manager.registerForConnectionEvents(
                options: chaos.chance(30) ? nil : [.serviceUUIDs: [CBUUID(string: "180D")]])
            #else
            return
            #endif
        case 23..<43: if let peripheral = chaos.pick(peripherals) { link(manager, peripheral) }
        case 43..<50: useChannel()
        default: if let peripheral = chaos.pick(peripherals) { ask(peripheral) }
        }
    }

    private func scan(_ manager: CBCentralManager) {
        manager.scanForPeripherals(
            withServices: chaos.chance(30) ? [CBUUID(string: "180D")] : nil,
            options: [CBCentralManagerScanOptionAllowDuplicatesKey: chaos.chance(10)])
    }

    private func forgetSomething() {
        guard !peripherals.isEmpty else { return }
        if chaos.chance(50) { peripherals[chaos.below(peripherals.count)].delegate = nil }
        if chaos.chance(50) { peripherals.remove(at: chaos.below(peripherals.count)) }
        if !channels.isEmpty, chaos.chance(50) { channels.remove(at: chaos.below(channels.count)) }
    }

    private func retrieve(_ manager: CBCentralManager) {
        let identifiers =
            peripherals.map(\.identifier) + [UUID(uuidString: "00000000-0000-4000-8000-000000000001")!]
        for peripheral in manager.retrievePeripherals(withIdentifiers: identifiers)
            + manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")])
        { keep(peripheral) }
    }

    private func keep(_ peripheral: CBPeripheral) {
        peripheral.delegate = self
        guard !peripherals.contains(where: { $0 === peripheral }) else { return }
        if peripherals.count == 6 { peripherals.removeFirst() }
        peripherals.append(peripheral)
    }

    private func link(_ manager: CBCentralManager, _ peripheral: CBPeripheral) {
        if chaos.chance(25) { return manager.cancelPeripheralConnection(peripheral) }
        var options: [String: Any] = [:]
        if chaos.chance(15) { options[CBConnectPeripheralOptionStartDelayKey] = chaos.below(3) }
        if chaos.chance(20) { options[autoReconnectOption] = true }
        #if !os(macOS)
        if chaos.chance(5) { options[CBConnectPeripheralOptionRequiresANCS] = true }
        #endif
        if chaos.chance(5) { options[CBConnectPeripheralOptionNotifyOnConnectionKey] = true }
        manager.connect(peripheral, options: options)
    }

    private func ask(_ peripheral: CBPeripheral) {
        let service = chaos.pick(peripheral.services ?? [])
        let characteristic = service.flatMap { chaos.pick($0.characteristics ?? []) }
        let descriptor = characteristic.flatMap { chaos.pick($0.descriptors ?? []) }
        switch (chaos.below(14), service, characteristic, descriptor) {
        case (0, _, _, _): peripheral.readRSSI()
        case (1, _, _, _): peripheral.openL2CAPChannel([0x80, 0x81, 0xC0, 0x2349][chaos.below(4)])
        case (_, nil, _, _): peripheral.discoverServices(chaos.chance(20) ? [CBUUID(string: "180D")] : nil)
        case (2, let service?, _, _): peripheral.discoverIncludedServices(nil, for: service)
        case (_, let service?, nil, _): peripheral.discoverCharacteristics(nil, for: service)
        case (3...5, _, let it?, _): peripheral.setNotifyValue(chaos.chance(75), for: it)
        case (6, _, let it?, _): peripheral.discoverDescriptors(for: it)
        case (7...9, _, let it?, _):
            let type: CBCharacteristicWriteType = chaos.chance(50) ? .withResponse : .withoutResponse
            let data = Data(chaos.draw { $0.bytes(upTo: 600) })
            for _ in 0..<(chaos.chance(20) ? 30 : 1) { peripheral.writeValue(data, for: it, type: type) }
            _ = peripheral.canSendWriteWithoutResponse
        case (10, _, _, let it?): peripheral.readValue(for: it)
        case (11, _, _, let it?) where it.uuid != CBUUID(string: "2902"):
            peripheral.writeValue(Data([1]), for: it)
        case (_, _, let it?, _): peripheral.readValue(for: it)
        }
    }

    private func useChannel() {
        guard let channel = chaos.pick(channels) else { return }
        ChaosStreams.use(channel, chaos)
    }

    // MARK: Callbacks

    private func inCallback(_ peripheral: CBPeripheral? = nil, linked: Bool = false) {
        // If an app connects again meanwhile, it learns late which requests the cancel has ended (3.9).
        if let peripheral, linked, peripheral.state == .disconnected {
            chaos.violate("a callback of a peripheral whose state is \(peripheral.state.rawValue)")
        }
        if chaos.chance(25) { act() }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        chaos.note(central.state, "app state")
        if central.state != .poweredOn {
            for peripheral in peripherals where peripheral.state != .disconnected && managers.count == 1 {
                chaos.violate("1.16: a peripheral's state is \(peripheral.state.rawValue) without power")
            }
        } else if chaos.chance(80) {
            scan(central)
        }
        inCallback()
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        let restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
        if chaos.chance(80) { for peripheral in restored { keep(peripheral) } }
        inCallback()
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        if chaos.chance(60) { keep(peripheral) }
        if chaos.chance(40) { link(central, peripheral) }
        inCallback()
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        inCallback(peripheral, linked: true)
        if chaos.chance(70) { peripheral.discoverServices(nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) { inCallback() }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        if peripheral.state == .connected { chaos.violate("didDisconnect, but the state is connected") }
        inCallback()
    }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        inCallback(peripheral, linked: true)
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        inCallback(peripheral, linked: true)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        inCallback(peripheral, linked: true)
        guard peripheral.state == .connected, chaos.chance(70) else { return }
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) { inCallback(peripheral, linked: true) }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) { inCallback(peripheral, linked: true) }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) { inCallback(peripheral, linked: true) }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { inCallback(peripheral, linked: true) }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        inCallback(peripheral, linked: true)
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        if (channel == nil) == (error == nil) { chaos.violate("6.31: didOpen with channel and error") }
        if let channel { channels.append(channel) }
        inCallback(peripheral, linked: true)
    }
}

/// Uses a channel's streams without a run loop.
enum ChaosStreams {
    static func use(_ channel: CBL2CAPChannel, _ chaos: Chaos) {
        guard let input = channel.inputStream, let output = channel.outputStream else { return }
        switch chaos.below(7) {
        case 0: input.open()
        case 1: output.open()
        case 2, 3:
            let bytes = chaos.draw { $0.bytes(upTo: 4000) }
            chaos.note(output.write(bytes, maxLength: bytes.count), "written")
        case 4, 5:
            var bytes = [UInt8](repeating: 0, count: 1 + chaos.below(300))
            guard input.hasBytesAvailable else { return }
            chaos.note(input.read(&bytes, maxLength: bytes.count), "read")
        default: if chaos.chance(30) { chaos.chance(50) ? input.close() : output.close() }
        }
    }
}
