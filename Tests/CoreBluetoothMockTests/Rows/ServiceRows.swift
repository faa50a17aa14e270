@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// Rows of the page for those who move over: services in their order, included ones, and descriptors.
@Suite struct ServiceRows {
    private let board = TestBoard()
    private let log = PeripheralLog()
    private let app = App()

    private func uuid(_ text: String) -> CBMUUID { CBMUUID(string: text) }

    /// A peripheral with these services, to which the app is linked.
    private func linked(
        _ services: [CBMServiceMock], _ delegate: CBMPeripheralSpecDelegate? = nil
    ) async throws -> (spec: CBMPeripheralSpec, peripheral: CBMPeripheral) {
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: services, delegate: delegate ?? board).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let peripheral = try await app.connect()
        peripheral.delegate = log
        return (spec, peripheral)
    }

    @Test("With the line: services that are not primary", .simulated(seed: 1), .coreBluetooth)
    func secondary() async throws {
        let part = CBMServiceMock(type: uuid("1530"), primary: false)
        let main = CBMServiceMock(
            type: uuid("1523"), primary: true, includedServices: part, characteristics: board.led)
        let (_, peripheral) = try await linked([part, main])
        try await log.next { peripheral.discoverServices(nil) }
        #expect(peripheral.services == [main])
        try await log.next { peripheral.discoverServices([part.uuid]) }
        #expect(peripheral.services == [main])
        try await log.next { peripheral.discoverIncludedServices(nil, for: main) }
        let found = try #require(peripheral.services?.first?.includedServices)
        #expect(found == [part] && !found[0].isPrimary)
    }

    @Test(
        "With the line: an included service that is not a service of its own", .simulated(seed: 2),
        .coreBluetooth
    )
    func includedOnly() async throws {
        let part = CBMServiceMock(type: uuid("1530"), primary: true, characteristics: board.led)
        let main = CBMServiceMock(
            type: uuid("1523"), primary: true, includedServices: part, characteristics: board.button)
        let (_, peripheral) = try await linked([main])
        try await log.next { peripheral.discoverServices(nil) }
        #expect(peripheral.services == [main])
        try await log.next { peripheral.discoverIncludedServices(nil, for: main) }
        let found = try #require(peripheral.services?.first?.includedServices?.first)
        #expect(found == part && !found.isPrimary)
        try await log.next { peripheral.discoverCharacteristics(nil, for: found) }
        #expect(found.characteristics == [board.led])
        try await log.next { peripheral.readValue(for: board.led) }
        #expect(log.lines.last == "value 1525 [1]")
    }

    @Test("CoreBluetooth too: the order of services", .simulated(seed: 3), .coreBluetooth)
    func order() async throws {
        let services = ["1530", "180F", "1523", "180A", "1810"].map {
            CBMServiceMock(type: uuid($0), primary: true)
        }
        let (spec, peripheral) = try await linked([services[0], services[1], services[2]])
        try await log.next { peripheral.discoverServices(nil) }
        #expect(peripheral.services == [services[0], services[1], services[2]])
        try await World.current.run(for: .seconds(2))
        spec.simulateServiceChange(
            newName: nil, newServices: [services[3], services[2], services[4], services[0]])
        try await World.current.run(for: .seconds(2))
        try await log.next { peripheral.discoverServices(nil) }
        #expect(peripheral.services == [services[0], services[2], services[3], services[4]])
    }

    /// Admits whatever it is asked.
    private final class Willing: CBMPeripheralSpecDelegate {
        func peripheral(
            _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
            for characteristic: CBMCharacteristicMock
        ) -> Result<Void, Error> { .success(()) }
    }

    @Test(
        "With the line: setNotifyValue where nothing notifies", .simulated(seed: 4), .coreBluetooth,
        arguments: [false, true])
    func nothingNotifies(isAdmitted: Bool) async throws {
        let (_, peripheral) = try await linked([board.service], isAdmitted ? Willing() : board)
        try await log.explore(peripheral)
        try await log.next { peripheral.setNotifyValue(true, for: board.led) }
        #expect(log.lines.last == "notifying 1525 false failed")
        let error = try #require(log.errors.last ?? nil)
        if isAdmitted {
            #expect((error as? CBMATTError)?.code == .requestNotSupported)
        } else {
            #expect((error as? CBMError)?.code == .invalidHandle)
        }
    }

    // MARK: Descriptors

    @Test("With the line: values of descriptors 2900 to 2903", .simulated(seed: 5), .coreBluetooth)
    func descriptorValues() async throws {
        let mine = ["2900", "2901", "2903", "2904"].map { CBMDescriptorMock(type: uuid($0)) }
        let button = CBMCharacteristicMock(
            type: uuid("1524"), properties: [.read, .notify], descriptors: mine)
        let service = CBMServiceMock(type: uuid("1523"), primary: true, characteristics: button)
        let (_, peripheral) = try await linked([service])
        try await log.explore(peripheral)
        board.value = .success(Data([0x41, 0]))
        func value(_ text: String) async throws -> Any? {
            let found = peripheral.services?.first?.characteristics?.first?.descriptors
            let descriptor = try #require(found?.first { $0.uuid == uuid(text) })
            try await log.next { peripheral.readValue(for: descriptor) }
            #expect(log.lines.last == "value \(text)")
            return descriptor.value
        }
        #expect(try await value("2900") as? NSNumber == 0x41)
        #expect(try await value("2901") as? String == "A\0")
        #expect(try await value("2903") as? NSNumber == 0x41)
        #expect(try await value("2904") as? Data == Data([0x41, 0]))
        #expect(try await value("2902") as? NSNumber == 0)
        try await log.next { peripheral.setNotifyValue(true, for: button) }
        #expect(try await value("2902") as? NSNumber == 1)
    }

    @Test("With the line: a descriptor for subscriptions (2902)", .simulated(seed: 6), .coreBluetooth)
    func subscriptionDescriptor() async throws {
        let ccc = uuid(CBMUUIDClientCharacteristicConfigurationString)
        let characteristics = [
            CBMCharacteristicMock(type: uuid("1524"), properties: .notify),
            CBMCharacteristicMock(type: uuid("1525"), properties: .indicate),
            CBMCharacteristicMock(
                type: uuid("1526"), properties: .notify, descriptors: CBMCCCDescriptorMock()),
            // Nothing to subscribe to.
            CBMCharacteristicMock(type: uuid("1527"), properties: .read, descriptors: CBMCCCDescriptorMock()),
        ]
        let service = CBMServiceMock(type: uuid("1523"), primary: true, characteristics: characteristics)
        let (_, peripheral) = try await linked([service])
        try await log.explore(peripheral)
        let found = try #require(peripheral.services?.first?.characteristics)
        #expect(found.map { $0.descriptors?.map(\.uuid) } == [[ccc], [ccc], [ccc], []])
        #expect(found[2].descriptors == characteristics[2].descriptors)
    }
}
