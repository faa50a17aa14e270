import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation
import Testing

/// One manager, and devices of two worlds: one of them plays the real one.
@Suite("Simulated devices beside real ones")
struct CombinedTests {
    /// Reads the level of every battery that its manager finds, and notes what else it hears.
    private final class Batteries: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
        struct Notes {
            var states: [CBManagerState] = []
            var levels: [String: UInt8] = [:]
            var ends: [String] = []
        }

        let notes = Lock(Notes())
        private let queue = DispatchQueue(label: "batteries")
        private let peripherals = Lock<[CBPeripheral]>([])
        private let opened = Lock<CBCentralManager?>(nil)

        override init() {
            super.init()
            let manager = CBCentralManager(delegate: self, queue: queue)
            opened.withLock { $0 = manager }
        }

        var manager: CBCentralManager { opened.withLock { $0! } }
        var found: [CBPeripheral] { peripherals.withLock { $0 } }

        func centralManagerDidUpdateState(_ central: CBCentralManager) {
            notes.withLock { $0.states.append(central.state) }
            guard central.state == .poweredOn else { return }
            central.scanForPeripherals(withServices: [CBUUID(string: "180F")])
        }

        func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
        ) {
            peripherals.withLock { $0.append(peripheral) }
            peripheral.delegate = self
            central.connect(peripheral)
        }

        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            peripheral.discoverServices([CBUUID(string: "180F")])
        }

        func centralManager(
            _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
        ) {
            notes.withLock { $0.ends.append(peripheral.name ?? "") }
        }

        func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
            for service in peripheral.services ?? [] {
                peripheral.discoverCharacteristics([CBUUID(string: "2A19")], for: service)
            }
        }

        func peripheral(
            _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
            error: (any Error)?
        ) {
            for characteristic in service.characteristics ?? [] {
                peripheral.readValue(for: characteristic)
            }
        }

        func peripheral(
            _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            guard let level = characteristic.value?.first else { return }
            notes.withLock { $0.levels[peripheral.name ?? ""] = level }
        }
    }

    /// Two worlds with a battery each, and their phones joined.
    private struct Pair {
        let real = World(seed: 1)
        let simulated = World(seed: 2)
        let phones: (real: Phone, simulated: Phone)
        let both: CombinedProvider

        init() {
            real.add(.battery(name: "Real", level: 42))
            simulated.add(.battery(name: "Demo", level: 77))
            phones = (real.addPhone(), simulated.addPhone())
            both = CombinedProvider(real: phones.real, simulated: phones.simulated)
        }

        /// Both clocks go on, in small steps.
        func run(for time: Nanoseconds = .seconds(5)) async throws {
            let step = Nanoseconds.milliseconds(50)
            for _ in 0..<Int(time.seconds / step.seconds) {
                try await real.run(for: step)
                try await simulated.run(for: step)
            }
        }
    }

    @Test(
        "A manager finds and reads the devices that it was made to see",
        arguments: [
            (.both, ["Real": 42, "Demo": 77]), (.real, ["Real": 42]), (.simulated, ["Demo": 77]),
        ] as [(CombinedProvider.Devices, [String: UInt8])])
    func reads(_ devices: CombinedProvider.Devices, _ levels: [String: UInt8]) async throws {
        let pair = Pair()
        let app = pair.both.run(seeing: devices) { Batteries() }
        try await pair.run()
        #expect(app.notes.withLock { $0.levels } == levels)
        #expect(app.notes.withLock { $0.states } == [.poweredOn])
    }

    @Test("What a manager asks about peripherals is answered by the phone of each")
    func questions() async throws {
        let pair = Pair()
        let app = pair.both.run(seeing: .both) { Batteries() }
        try await pair.run()
        let battery = [CBUUID(string: "180F")]
        let connected = app.manager.retrieveConnectedPeripherals(withServices: battery)
        #expect(connected.map(\.name) == ["Real", "Demo"])
        let identifiers = Array(connected.map(\.identifier).reversed())
        #expect(
            app.manager.retrievePeripherals(withIdentifiers: identifiers).map(\.name) == ["Demo", "Real"])
        for peripheral in app.found {
            #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) > 20)
            #expect(peripheral.state == .connected)
        }
        // Another manager of the app has its own sides, and finds what is connected.
        let other = pair.both.run(seeing: .simulated) { CBCentralManager(delegate: nil, queue: nil) }
        try await pair.run(for: .seconds(1))
        #expect(other.retrieveConnectedPeripherals(withServices: battery).map(\.name) == ["Demo"])
    }

    @Test(
        "If one phone's Bluetooth goes off, the manager does, and both devices are let go and found again",
        arguments: [CombinedProvider.Devices.real, .simulated])
    func switches(_ side: CombinedProvider.Devices) async throws {
        let pair = Pair()
        let app = pair.both.run(seeing: .both) { Batteries() }
        try await pair.run()
        let phone = side == .real ? pair.phones.real : pair.phones.simulated
        phone.setBluetooth(false)
        try await pair.run()
        #expect(app.found.map(\.state) == [.disconnected, .disconnected])
        app.notes.withLock { $0.levels = [:] }
        phone.setBluetooth(true)
        try await pair.run()
        #expect(app.notes.withLock { $0.levels } == ["Real": 42, "Demo": 77])
        #expect(app.notes.withLock { $0.states } == [.poweredOn, .poweredOff, .poweredOn])
        #expect(app.notes.withLock { $0.ends }.isEmpty)
    }

    @Test("Where there is no real Bluetooth, as in Apple's simulator, the simulated devices are there")
    func withoutRadio() async throws {
        let pair = Pair()
        pair.phones.real.setRadio(.unsupported)
        let app = pair.both.run(seeing: .both) { Batteries() }
        try await pair.run()
        #expect(app.notes.withLock { $0.levels } == ["Demo": 77])
        #expect(app.notes.withLock { $0.states } == [.poweredOn])
    }

    @Test("Without permission for the real one, the manager says so")
    func withoutPermission() async throws {
        let pair = Pair()
        pair.phones.real.setAuthorization(.denied)
        let app = pair.both.run(seeing: .both) { Batteries() }
        try await pair.run(for: .seconds(1))
        #expect(app.notes.withLock { $0.states } == [.unauthorized])
        #expect(pair.both.authorization == .denied)
        #expect(pair.both.run(seeing: .both) { CBManager.authorization } == .denied)
    }

    @Test("A peripheral manager is the real phone's")
    func servers() async throws {
        let pair = Pair()
        pair.phones.simulated.setBluetooth(false)
        let server = pair.both.run(seeing: .both) { CBPeripheralManager(delegate: nil, queue: nil) }
        try await pair.run(for: .seconds(1))
        #expect(server.state == .poweredOn)
    }

    /// Notes events in the order in which it gets them, from two threads.
    private final class Notes: CentralSink {
        let events = Lock<[Central.Event]>([])
        private let first: @Sendable () -> Void

        /// `first` is called once, while the first event is told.
        init(first: @escaping @Sendable () -> Void = {}) { self.first = first }

        func receive(_ event: Central.Event, _ delivery: Delivery) {
            if event == .stateChanged(.poweredOn) { first() }
            events.withLock { $0.append(event) }
        }
    }

    /// A phone whose events a test tells itself.
    private final class Told: PortProvider {
        private struct Sink { weak var sink: (any CentralSink)? }
        private let opened = Lock(Sink())
        let portName = "told"
        let authorization = Authorization.allowedAlways

        func tell(_ event: Central.Event) { opened.withLock { $0.sink }?.receive(event, .posting) }

        func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
            opened.withLock { $0.sink = sink }
            return AbsentPort()
        }

        func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
            AbsentPort()
        }
    }

    @Test("What comes while the app is told of something waits for its turn")
    func turns() {
        let (real, simulated) = (Told(), Told())
        let value = Central.Event.rssi(.init(high: 1, low: 0), .success(-40))
        let notes = Notes { real.tell(value) }
        let port = CombinedProvider(real: real, simulated: simulated).openCentral(.init(), sink: notes)
        for phone in [real, simulated] { phone.tell(.stateChanged(.poweredOn)) }
        #expect(notes.events.withLock { $0 } == [.stateChanged(.poweredOn), value])
        port.close()
    }

    @Test("Two threads tell at once: nothing is lost, the state is first, and each side's order stays")
    func threads() async {
        let (real, simulated, notes) = (Told(), Told(), Notes())
        let port = CombinedProvider(real: real, simulated: simulated).openCentral(.init(), sink: notes)
        await withTaskGroup(of: Void.self) { group in
            for (number, phone) in [real, simulated].enumerated() {
                let peer = PeerIdentifier(high: UInt64(number), low: 0)
                group.addTask {
                    phone.tell(.stateChanged(.poweredOn))
                    for rssi in 0..<5000 { phone.tell(.rssi(peer, .success(rssi))) }
                }
            }
        }
        let events = notes.events.withLock { $0 }
        #expect(events.first == .stateChanged(.poweredOn))
        #expect(events.count == 10_001)
        for number: UInt64 in 0...1 {
            let values = events.compactMap { event -> Int? in
                guard case .rssi(let peer, .success(let rssi)) = event, peer.high == number else {
                    return nil
                }
                return rssi
            }
            #expect(values == Array(0..<5000))
        }
        port.close()
        real.tell(.stateChanged(.poweredOff))
        #expect(notes.events.withLock { $0.count } == 10_001)
    }
}
