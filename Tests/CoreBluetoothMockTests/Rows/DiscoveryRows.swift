@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// Rows of the page for those who move over: what discovery finds, and when it shows.
@Suite struct DiscoveryRows {
    private let board = TestBoard()
    private let log = PeripheralLog()
    private let app = App()

    private func uuid(_ text: String) -> CBMUUID { CBMUUID(string: text) }

    /// A peripheral with these services, to which the app is linked.
    private func linked(
        _ services: [CBMServiceMock]
    ) async throws -> CBMPeripheral {
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: services, delegate: board).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let peripheral = try await app.connect()
        peripheral.delegate = log
        return peripheral
    }

    @Test("With the line: discovered objects before their callback", .simulated(seed: 1), .coreBluetooth)
    func notBefore() async throws {
        let peripheral = try await linked([board.service])
        let delegate = CBMPeripheralDelegateProxy()
        var inCallbacks: [Int?] = []
        delegate.didDiscoverServices = { peripheral, _ in inCallbacks.append(peripheral.services?.count) }
        delegate.didDiscoverCharacteristics = { _, service, _ in
            inCallbacks.append(service.characteristics?.count)
        }
        delegate.didDiscoverDescriptors = { _, characteristic, _ in
            inCallbacks.append(characteristic.descriptors?.count)
        }
        peripheral.delegate = delegate

        func check(_ isThere: () -> Bool, after request: () -> Void) async throws {
            let count = inCallbacks.count
            request()
            #expect(!isThere())
            try await World.current.run(until: {
                let isEarly = isThere() && inCallbacks.count == count
                #expect(!isEarly)
                return inCallbacks.count > count || isEarly
            })
            #expect(isThere())
        }
        try await check({ peripheral.services != nil }, after: { peripheral.discoverServices(nil) })
        let service = try #require(peripheral.services?.first)
        try await check({ service.characteristics != nil }) {
            peripheral.discoverCharacteristics(nil, for: service)
        }
        let button = try #require(service.characteristics?.first)
        try await check({ button.descriptors != nil }) { peripheral.discoverDescriptors(for: button) }
        #expect(inCallbacks == [1, 3, 2])
    }

    @Test(
        "With the line: values of discovered characteristics", .simulated(seed: 2), .coreBluetooth,
        arguments: [false, true])
    func cachedValues(isBonded: Bool) async throws {
        let secret = CBMCharacteristicMock(
            type: uuid("1526"), properties: isBonded ? [.read, .notifyEncryptionRequired] : [.read, .notify])
        let service = CBMServiceMock(type: uuid("1523"), primary: true, characteristics: secret)
        let peripheral = try await linked([service])
        try await log.explore(peripheral)
        #expect(peripheral.services?.first?.characteristics?.first?.value == nil)
        try await log.next { peripheral.setNotifyValue(true, for: secret) }
        try await log.next { peripheral.readValue(for: secret) }

        // Another app finds it on the same link.
        let other = App()
        let theirs = try await other.retrieved(peripheral.identifier)
        let theirLog = PeripheralLog()
        theirs.delegate = theirLog
        other.manager.connect(theirs)
        try await World.current.run(until: { other.log.last == "connected" })
        try await theirLog.explore(theirs)
        #expect(theirs.services?.first?.characteristics?.first?.value == Data([1]))
        other.manager.cancelPeripheralConnection(theirs)

        // On another link it is found where the two are bonded: other peers need not tell what has changed.
        app.manager.cancelPeripheralConnection(peripheral)
        try await World.current.run(until: { app.log.last == "disconnected" })
        try await World.current.run(for: .seconds(2))
        app.manager.connect(peripheral)
        try await World.current.run(until: { app.log.last == "connected" })
        try await log.explore(peripheral)
        let value = peripheral.services?.first?.characteristics?.first?.value
        #expect(value == (isBonded ? Data([1]) : nil))
        #expect(board.calls.filter { $0 == "read 1526" }.count == 1)
    }

    @Test("CoreBluetooth too: empty lists of UUIDs", .simulated(seed: 3), .coreBluetooth)
    func emptyLists() async throws {
        let other = CBMServiceMock(type: uuid("1530"), primary: true)
        let main = CBMServiceMock(
            type: uuid("1523"), primary: true, includedServices: [other],
            characteristics: [board.button, board.led])
        let peripheral = try await linked([main, other])
        try await log.next { peripheral.discoverServices([]) }
        #expect(peripheral.services == [main, other])
        let service = try #require(peripheral.services?.first)
        try await log.next { peripheral.discoverIncludedServices([], for: service) }
        #expect(service.includedServices == [other])
        try await log.next { peripheral.discoverCharacteristics([], for: service) }
        #expect(service.characteristics == [board.button, board.led])
    }

    @Test("With the line: discovering without a delegate", .simulated(seed: 4), .coreBluetooth)
    func missingDelegate() async throws {
        let peripheral = try await linked([board.service])
        peripheral.delegate = nil
        let misuses = try await World.current.expectMisuse(.noDelegateForDiscovery) {
            peripheral.discoverServices(nil)
            try await World.current.run(until: { peripheral.services != nil })
        }
        #expect(misuses.count == 1)
        let text = try #require(misuses.first?.misuse.message)
        #expect(text.contains("Discovering services for peripheral <CBPeripheral: "))
        #expect(text.contains("while delegate is either nil"))
    }

    @Test("With the line: GAP, GATT and HID services in a spec", .simulated(seed: 5), .coreBluetooth)
    func hidden() async throws {
        let hidden = ["1800", "1801", "1812"].map { CBMServiceMock(type: uuid($0), primary: true) }
        let peripheral = try await linked(hidden + [board.service])
        try await log.next { peripheral.discoverServices(nil) }
        #expect(peripheral.services == [board.service])
        try await log.next { peripheral.discoverServices(hidden.map(\.uuid)) }
        #expect(log.lines == ["services", "services"])
        #expect(peripheral.services == [board.service])
    }
}
