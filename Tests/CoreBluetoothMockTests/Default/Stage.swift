import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting

/// A peripheral and an app with CoreBluetoothMock's behaviour. Their callbacks are recorded with the virtual time in
/// milliseconds: answers come to the millisecond.
///
/// The interval is 100 ms, advertisements come each 250 ms, a lost link ends after 2 s.
final class Stage: NSObject {
    let world = World.current
    let firmware = StageFirmware()
    private(set) var spec: CBMPeripheralSpec
    private(set) var manager: CBMCentralManager!
    private(set) var found: [CBMPeripheral] = []
    private(set) var data: [[String: Any]] = []
    private(set) var error: Error?
    private var lines: [String] = []
    private var start = Instant.zero
    /// Runs at each callback.
    var onLine: ((String) -> Void)?

    static var service: CBMUUID { CBMUUID(string: "00001523-1212-EFDE-1523-785FEABCD123") }
    static var advertisement: [String: Any] {
        [
            CBMAdvertisementDataLocalNameKey: "Board",
            CBMAdvertisementDataServiceUUIDsKey: [service],
            CBMAdvertisementDataIsConnectable: true as NSNumber,
        ]
    }

    /// - Parameter make: Says more of the spec than this: by default what it is connectable with.
    init(
        proximity: CBMProximity = .near, isOn: Bool = true, isThere: Bool = true,
        _ advertisement: [String: Any] = Stage.advertisement, interval: TimeInterval = 0.25,
        delay: TimeInterval = 0,
        connectionInterval: TimeInterval = 0.1, mtu: Int = 23,
        _ make: ((CBMPeripheralSpec.Builder, StageFirmware) -> CBMPeripheralSpec.Builder)? = nil
    ) {
        let builder = CBMPeripheralSpec.simulatePeripheral(proximity: proximity)
            .advertising(advertisementData: advertisement, withInterval: interval, delay: delay)
        let firmware = firmware
        spec =
            (make?(builder, firmware)
            ?? builder.connectable(
                name: "Device", services: [firmware.service], delegate: firmware,
                connectionInterval: connectionInterval, supervisionTimeout: 2, mtu: mtu))
            .build()
        super.init()
        firmware.told = { [weak self] in self?.note("spec \($0)") }
        if isThere { CBMCentralManagerMock.simulatePeripherals([spec]) }
        if isOn { CBMCentralManagerMock.simulateInitialState(.poweredOn) }
        // Delays of a radio at the beginning of a link do not matter here.
        CBMCentralManagerMock.simulateRSSIDeviation(.none)
        start = world.now
    }

    func makeManager(queue: DispatchQueue? = nil, options: [String: Any]? = nil) {
        manager = CBMCentralManagerMock(delegate: self, queue: queue, options: options)
    }

    // MARK: What is heard

    func note(_ line: String) {
        lines.append("\((world.now - start).count / 1_000_000) \(line)")
        onLine?(line)
    }

    /// The callbacks inside `body` and in `time` after it; a line `-` separates the two.
    @discardableResult
    func hear(
        for time: Nanoseconds = .seconds(5), isolation: isolated (any Actor)? = #isolation,
        _ body: () throws -> Void = {}
    ) async throws -> [String] {
        (lines, start) = ([], world.now)
        try body()
        lines.append("-")
        try await world.run(for: time)
        return lines.first == "-" ? Array(lines.dropFirst()) : lines
    }

    // MARK: Ready

    var peripheral: CBMPeripheral { found[0] }

    /// A manager that has found the peripheral and stopped its scan.
    @discardableResult
    func discover(isolation: isolated (any Actor)? = #isolation) async throws -> Self {
        makeManager()
        try await world.run(until: { self.manager.state == .poweredOn })
        manager.scanForPeripherals(withServices: nil)
        try await world.run(until: { !self.found.isEmpty })
        manager.stopScan()
        return self
    }

    /// One that is linked to it too.
    @discardableResult
    func connect(isolation: isolated (any Actor)? = #isolation) async throws -> Self {
        try await discover()
        manager.connect(peripheral)
        try await world.run(until: { self.peripheral.state == .connected })
        return self
    }

    /// One that has discovered everything.
    @discardableResult
    func explore(isolation: isolated (any Actor)? = #isolation) async throws -> Self {
        try await connect()
        peripheral.discoverServices(nil)
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics(nil, for: service)
            for characteristic in service.characteristics ?? [] {
                peripheral.discoverDescriptors(for: characteristic)
            }
        }
        try await world.run(for: .seconds(5))
        return self
    }

    func characteristic(_ definition: CBMCharacteristicMock) -> CBMCharacteristic {
        let all = (peripheral.services ?? []).flatMap { $0.characteristics ?? [] }
        guard let found = all.first(where: { $0 == definition }) else {
            preconditionFailure("no characteristic \(definition.uuid)")
        }
        return found
    }

    func take(_ peripheral: CBMPeripheral) {
        if !found.contains(where: { $0 === peripheral }) { found.append(peripheral) }
        peripheral.delegate = self
    }

    fileprivate func note(_ line: String, _ error: Error?) {
        if let error { self.error = error }
        guard let error = error as NSError? else { return note(line) }
        note("\(line): \(error.domain) \(error.code)")
    }
}

extension Stage: CBMCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBMCentralManager) { note("state \(central.state)") }

    func centralManager(_ central: CBMCentralManager, willRestoreState dict: [String: Any]) {
        let peripherals = dict[CBMCentralManagerRestoredStatePeripheralsKey] as? [CBMPeripheral] ?? []
        for peripheral in peripherals { take(peripheral) }
        note("restored \(peripherals.map(\.state.rawValue)), state \(central.state)")
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        take(peripheral)
        data.append(advertisementData)
        note("found \(peripheral.name ?? "-") \(RSSI)")
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {
        note("connected \(peripheral.name ?? "-")")
    }

    func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    ) {
        note("failed", error)
    }

    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral,
        timestamp: CFAbsoluteTime,
        isReconnecting: Bool, error: Error?
    ) {
        note(isReconnecting ? "reconnecting" : "disconnected", error)
    }
}

extension Stage: CBMPeripheralDelegate {
    func peripheralDidUpdateName(_ peripheral: CBMPeripheral) { note("name \(peripheral.name ?? "-")") }

    func peripheral(_ peripheral: CBMPeripheral, didModifyServices invalidatedServices: [CBMService]) {
        note("modified \(invalidatedServices.map(\.uuid.uuidString.count))")
    }

    func peripheral(_ peripheral: CBMPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        note("strength \(RSSI)", error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) {
        note("services \(peripheral.services?.count ?? -1)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverIncludedServicesFor service: CBMService, error: Error?
    ) {
        note("included \(service.includedServices?.count ?? -1)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        note("characteristics \(service.characteristics?.count ?? -1)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverDescriptorsFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        note("descriptors \(characteristic.descriptors?.count ?? -1)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        note("value \(characteristic.uuid) \(characteristic.value.map { [UInt8]($0) } ?? [])", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        note("wrote \(characteristic.uuid)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        note("notify \(characteristic.uuid) \(characteristic.isNotifying)", error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didUpdateValueFor descriptor: CBMDescriptor, error: Error?) {
        note(
            "value \(descriptor.uuid.uuidString) \((descriptor.value as? Data).map { [UInt8]($0) } ?? [])",
            error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didWriteValueFor descriptor: CBMDescriptor, error: Error?) {
        note("wrote \(descriptor.uuid.uuidString)", error)
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBMPeripheral) {
        note("ready \(peripheral.canSendWriteWithoutResponse)")
    }

    func peripheral(_ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?) {
        note("channel", error)
    }
}

/// The answers of the peripheral, and a record of its requests.
final class StageFirmware: CBMPeripheralSpecDelegate {
    let button = CBMCharacteristicMock(
        type: CBMUUID(string: "1524"), properties: [.read, .notify],
        descriptors: CBMDescriptorMock(type: CBMUUID(string: "2901")))
    let led = CBMCharacteristicMock(
        type: CBMUUID(string: "1525"), properties: [.read, .write, .writeWithoutResponse])
    let still = CBMCharacteristicMock(type: CBMUUID(string: "1526"), properties: [.write])
    let alarm = CBMCharacteristicMock(
        type: CBMUUID(string: "1527"), properties: [.indicate], descriptors: CBMCCCDescriptorMock())
    lazy var service = CBMServiceMock(
        type: Stage.service, primary: true, characteristics: button, led, still, alarm)

    var told: (String) -> Void = { _ in }
    var admission: Result<Void, Error> = .success(())
    var value: Result<Data, Error> = .success(Data([1]))
    var answer: Result<Void, Error> = .success(())

    func reset() { told("reset") }

    func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error> {
        told("connect")
        return admission
    }

    func peripheral(_ peripheral: CBMPeripheralSpec, didDisconnect error: Error?) {
        told("disconnect \((error as NSError?)?.code ?? -1)")
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        told("read \(characteristic.uuid)")
        return value
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptorMock
    ) -> Result<Data, Error> {
        told("read \(descriptor.uuid.uuidString)")
        return value
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> {
        told("write \(data.count)")
        return answer
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor descriptor: CBMDescriptorMock, data: Data
    ) -> Result<Void, Error> {
        told("write \(descriptor.uuid.uuidString)")
        return answer
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristicMock,
        data: Data
    ) {
        told("command \(data.count)")
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didUpdateNotificationStateFor characteristic: CBMCharacteristicMock,
        error: Error?
    ) {
        told("notify \(error == nil)")
    }
}
