import CoreBluetoothMock
import FaradayTesting
import Testing

/// Managers of an app's own classes.
@Suite struct SubclassTests {
    private final class Counting: CBMCentralManagerMock {
        var scans = 0

        override func scanForPeripherals(withServices serviceUUIDs: [CBMUUID]?, options: [String: Any]? = nil)
        {
            scans += 1
            super.scanForPeripherals(withServices: serviceUUIDs, options: options)
        }
    }

    @Test("A subclass of the mock manager has all its initialisers", .simulated(seed: 1), .coreBluetooth)
    func initialisers() async throws {
        CBMCentralManagerMock.simulatePowerOn()
        let managers = [
            Counting(), Counting(delegate: nil, queue: nil),
            Counting(delegate: nil, queue: nil, options: nil),
        ]
        try await World.current.run(until: { managers.allSatisfy { $0.state == .poweredOn } })
        for manager in managers { manager.scanForPeripherals(withServices: nil) }
        #expect(managers.map { $0.scans } == [1, 1, 1])
        #expect(managers.allSatisfy { $0.isScanning })
    }

    /// Has an initialiser of its own, and calls one of the superclass's.
    private final class Named: CBMCentralManagerMock {
        let name: String

        override init() {
            name = "none"
            super.init()
        }

        init(_ name: String, _ delegate: CBMCentralManagerDelegate?) {
            self.name = name
            super.init(delegate: delegate, queue: nil)
        }
    }

    private final class Battery: CBMServiceMock {
        let level: CBMCharacteristicMock

        init(_ included: [CBMServiceMock]) {
            level = CBMCharacteristicMock(type: CBMUUID(string: "2A19"), properties: [.read, .notify])
            super.init(
                type: CBMUUID(string: "180F"), primary: true, includedServices: included,
                characteristics: level)
        }
    }

    private final class Level: CBMCharacteristicMock {
        init() {
            super.init(
                type: CBMUUID(string: "2A19"), properties: .read, descriptors: CBMCCCDescriptorMock(),
                CBMDescriptorMock(type: CBMUUID(string: "2901")))
        }
    }

    @Test("Subclasses call the designated initialisers that they need", .simulated(seed: 3))
    func designated() async throws {
        CBMCentralManagerMock.simulatePowerOn()
        let proxy = CBMCentralManagerDelegateProxy()
        var states: [CBMManagerState] = []
        proxy.didUpdateState = { states.append($0.state) }
        let managers = [Named(), Named("mine", proxy)]
        try await World.current.run(until: { managers.allSatisfy { $0.state == .poweredOn } })
        #expect(states == [.poweredOn] && managers.map(\.name) == ["none", "mine"])
        let info = CBMServiceMock(type: CBMUUID(string: "180A"), primary: true)
        let battery = Battery([info])
        #expect(battery.includedServices == [info] && battery.characteristics == [battery.level])
        #expect(battery.level.service === battery)
        #expect(Level().descriptors?.map(\.uuid.uuidString) == ["2902", "2901"])
    }

    @Test("A service can be defined from lists, from parts, and from both")
    func services() {
        let (type, part) = (
            CBMUUID(string: "180F"), CBMServiceMock(type: CBMUUID(string: "180A"), primary: true)
        )
        func level() -> CBMCharacteristicMock {
            CBMCharacteristicMock(type: CBMUUID(string: "2A19"), properties: .read)
        }
        let none = CBMServiceMock(type: type, primary: true)
        #expect(none.includedServices == nil && none.characteristics == nil)
        let services = [
            CBMServiceMock(
                type: type, primary: true, includedServices: part, characteristics: level(), level()),
            CBMServiceMock(
                type: type, primary: true, includedServices: [part], characteristics: [level(), level()]),
            CBMServiceMock(
                type: type, primary: true, includedServices: [part], characteristics: level(), level()),
        ]
        #expect(services.allSatisfy { $0.includedServices == [part] && $0.characteristics?.count == 2 })
        let included = CBMServiceMock(type: type, primary: true, includedServices: [part])
        #expect(included.includedServices == [part] && included.characteristics == nil)
        let listed = CBMServiceMock(type: type, primary: true, characteristics: [level()])
        #expect(listed.includedServices == nil && listed.characteristics?.count == 1)
    }

    @Test("Advertising sets are equal if they advertise the same in the same way")
    func advertisingSets() {
        func set(_ name: String, _ interval: TimeInterval = 0.1, isEndless: Bool = false)
            -> CBMAdvertisementConfig
        {
            CBMAdvertisementConfig(
                data: [
                    CBMAdvertisementDataLocalNameKey: name,
                    CBMAdvertisementDataServiceUUIDsKey: [CBMUUID(string: "180F")],
                    CBMAdvertisementDataManufacturerDataKey: Data([1, 2]),
                    CBMAdvertisementDataServiceDataKey: [CBMUUID(string: "180F"): Data([3])],
                    CBMAdvertisementDataIsConnectable: true as NSNumber,
                ], interval: interval, delay: 0, isAdvertisingWhenConnected: isEndless)
        }
        #expect(set("a") == set("a") && set("a").hashValue == set("a").hashValue)
        #expect(Set([set("a"), set("b"), set("a"), set("a", 0.2), set("a", isEndless: true)]).count == 4)
    }

    @Test(
        "In the disconnect callback, the spec no longer has the link", .simulated(seed: 2), .coreBluetooth)
    func endSeenFromTheApp() async throws {
        let board = TestBoard()
        let spec = board.spec()
        let app = try await CentralApp.ready(with: spec)
        var seen: [String] = []
        let proxy = CBMCentralManagerDelegateProxy()
        proxy.didDisconnect = { _, _, _, _, _ in seen = board.calls + ["\(spec.isConnected)"] }
        app.central.delegate = proxy
        app.cancel()
        try await World.current.run(until: { !seen.isEmpty })
        #expect(seen == ["connect", "disconnect -1", "false"])
        try await World.current.run(for: .seconds(1))
        #expect(board.calls == ["connect", "disconnect -1"])
    }
}
