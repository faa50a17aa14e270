import BluetoothPort
import BluetoothTypes

/// One trial of a rule: a manager of its own, what it is told, and how to go on from there.
///
/// All calls block the thread of the trial; time is the clock's.
package final class Trial {
    let provider: any PortProvider
    package let clock: any TrialClock
    private let events: TrialEvents
    private var opened: (any CentralPort)?
    /// The bench, when it is known.
    private(set) var bench: PeerIdentifier?
    private var attributes: [BluetoothUUID: [Central.Characteristic]] = [:]

    /// How long an end may take that has no reason to wait.
    static let patience = Nanoseconds.seconds(10)

    package init(_ provider: any PortProvider, _ clock: any TrialClock) {
        (self.provider, self.clock) = (provider, clock)
        events = TrialEvents(clock)
    }

    deinit { opened?.close() }

    // MARK: The manager

    /// The trial's port; it is opened by the first use.
    var port: any CentralPort {
        if let opened { return opened }
        let port = provider.openCentral(ManagerOptions(), sink: events)
        opened = port
        return port
    }

    @discardableResult func send(_ command: Central.Command) -> CommandResult { port.send(command) }

    /// Ends the manager.
    package func close() {
        opened?.close()
        opened = nil
    }

    // MARK: Waiting

    /// Waits for the next event of a kind.
    func next<Value>(
        _ what: String, within limit: Nanoseconds = Trial.patience, _ pick: (Central.Event) -> Value?
    ) throws -> Value {
        var found: Value?
        let isThere = clock.wait(atMost: limit) {
            found = events.take(pick)
            return found != nil
        }
        guard isThere, let found else {
            throw TrialEnd.otherwise("\(what) did not come within \(limit); \(told)")
        }
        return found
    }

    /// Nothing of a kind comes for so long.
    func none(_ what: String, for time: Nanoseconds, _ pick: (Central.Event) -> Bool) throws {
        var found = false
        _ = clock.wait(atMost: time) {
            found = events.unread.contains(where: pick)
            return found
        }
        if found { throw TrialEnd.otherwise("\(what) came; \(told)") }
    }

    /// Lets time pass.
    func pause(_ time: Nanoseconds) { _ = clock.wait(atMost: time) { false } }

    /// Counts all that has come as seen.
    func skip() { events.skip() }

    /// Whether nothing has come since what was seen.
    var isUntold: Bool { events.unread.isEmpty }

    private var told: String {
        let names = events.unread.suffix(3).map { "\($0)".prefix { $0 != "(" } }
        return names.isEmpty ? "nothing came" : "what came last: \(names.joined(separator: ", "))"
    }

    /// What the rule says about something that the trial has seen.
    func require(_ holds: Bool, _ seen: @autoclosure () -> String) throws {
        if !holds { throw TrialEnd.otherwise(seen()) }
    }

    // MARK: The way to the bench

    /// Waits until Bluetooth is on.
    func powerOn() throws {
        _ = port
        let state = try next("a state of Bluetooth") { event -> ManagerState? in
            if case .stateChanged(let state) = event { state } else { nil }
        }
        guard state == .poweredOn else { throw TrialEnd.notTried("Bluetooth is \(state)") }
    }

    /// Scans for the bench: what was reported of it first. The scan goes on.
    func discover(
        _ request: Central.ScanRequest = .init(services: [BenchID.service]),
        within limit: Nanoseconds = .seconds(20)
    ) throws -> (peer: Central.Peer, advertisement: Advertisement, rssi: Int) {
        send(.scan(request))
        return try discovered(within: limit)
    }

    /// The next report of the bench.
    func discovered(
        within limit: Nanoseconds = .seconds(20)
    ) throws -> (peer: Central.Peer, advertisement: Advertisement, rssi: Int) {
        let report = try next("a report of the bench", within: limit) {
            event -> (Central.Peer, Advertisement, Int)? in
            guard case .discovered(let peer, let advertisement, let rssi) = event,
                advertisement.serviceUUIDs.contains(BenchID.service)
            else { return nil }
            return (peer, advertisement, rssi)
        }
        bench = report.0.identifier
        return report
    }

    /// Finds the bench, and stops the scan.
    @discardableResult func find() throws -> PeerIdentifier {
        try powerOn()
        let peer: PeerIdentifier
        do {
            peer = try discover().peer.identifier
        } catch {
            throw TrialEnd.notTried("the bench is not there")
        }
        send(.stopScan)
        return peer
    }

    /// Finds the bench and links to it.
    @discardableResult func connect() throws -> PeerIdentifier {
        let peer = try find()
        send(.connect(peer, .init()))
        try connected(peer)
        return peer
    }

    func connected(_ peer: PeerIdentifier, within limit: Nanoseconds = .seconds(20)) throws {
        try next("didConnect", within: limit) { event -> Void? in
            if case .connected(let other) = event, other.identifier == peer { () } else { nil }
        }
    }

    /// The end of a link: its error.
    func disconnected(_ peer: PeerIdentifier, within limit: Nanoseconds = .seconds(20)) throws -> PortError? {
        try next("didDisconnect", within: limit) { event -> PortError?? in
            guard case .disconnected(peer, let error, _, _) = event else { return nil }
            return .some(error)
        }
    }

    // MARK: Attributes

    func services(of peer: PeerIdentifier, _ filter: [BluetoothUUID]? = nil) throws -> [Central.Service] {
        send(.discoverServices(peer, filter))
        return try next("didDiscoverServices") { event in
            guard case .servicesDiscovered(peer, let services, nil) = event else { return nil }
            return services
        }
    }

    func service(_ uuid: BluetoothUUID = BenchID.service, of peer: PeerIdentifier) throws -> Central.Service {
        guard let service = try services(of: peer).first(where: { $0.uuid == uuid }) else {
            throw TrialEnd.otherwise("the bench has no service \(uuid)")
        }
        return service
    }

    func characteristics(
        of service: Central.Service, _ peer: PeerIdentifier, _ filter: [BluetoothUUID]? = nil
    ) throws -> [Central.Characteristic] {
        send(.discoverCharacteristics(peer, filter, service: service.identifier))
        return try next("didDiscoverCharacteristics") { event in
            guard case .characteristicsDiscovered(peer, service.identifier, let found, nil) = event else {
                return nil
            }
            return found
        }
    }

    /// Connects, and discovers what the bench has: its address for what follows.
    @discardableResult func openBench() throws -> PeerIdentifier {
        let peer = try connect()
        try learn(peer)
        return peer
    }

    /// Connects to a bench that another manager has found, and that may be connected, and discovers what it has.
    func openBench(known peer: PeerIdentifier) throws {
        try powerOn()
        bench = peer
        send(.connect(peer, .init()))
        try connected(peer)
        try learn(peer)
    }

    func learn(_ peer: PeerIdentifier) throws {
        let found = try characteristics(of: try service(of: peer), peer)
        attributes = Dictionary(grouping: found, by: \.uuid)
    }

    func attribute(_ uuid: BluetoothUUID) throws -> AttributeIdentifier {
        guard let first = attributes[uuid]?.first else {
            throw TrialEnd.otherwise("the bench has no characteristic \(uuid)")
        }
        return first.identifier
    }

    func twins(_ uuid: BluetoothUUID) -> [Central.Characteristic] { attributes[uuid] ?? [] }

    /// The next value of a characteristic.
    func value(of attribute: AttributeIdentifier, within limit: Nanoseconds = Trial.patience) throws
        -> Result<
            [UInt8], PortError
        >
    {
        try next("didUpdateValue", within: limit) { event in
            guard case .characteristicValue(_, attribute, let result) = event else { return nil }
            return result
        }
    }

    func read(_ uuid: BluetoothUUID, within limit: Nanoseconds = Trial.patience) throws -> Result<
        [UInt8], PortError
    > {
        let attribute = try attribute(uuid)
        send(.readCharacteristic(try peer(), attribute))
        return try value(of: attribute, within: limit)
    }

    /// Writes with response; the error of the answer.
    func write(_ uuid: BluetoothUUID, _ bytes: [UInt8]) throws -> PortError? {
        let attribute = try attribute(uuid)
        send(.writeCharacteristic(try peer(), attribute, bytes, .withResponse))
        return try written(attribute)
    }

    func written(_ attribute: AttributeIdentifier) throws -> PortError? {
        try next("didWriteValue") { event -> PortError?? in
            guard case .characteristicWritten(_, attribute, let error) = event else { return nil }
            return .some(error)
        }
    }

    /// Subscribes or unsubscribes: what the answer says.
    func notify(_ uuid: BluetoothUUID, _ isOn: Bool) throws -> (isNotifying: Bool, error: PortError?) {
        let attribute = try attribute(uuid)
        send(.setNotify(try peer(), attribute, isOn))
        return try next("didUpdateNotificationState") { event in
            guard case .notifyStateChanged(_, attribute, let isNotifying, let error) = event else {
                return nil
            }
            return (isNotifying, error)
        }
    }

    /// Tells the bench what to do.
    func tell(_ command: BenchCommand) throws {
        if let error = try write(BenchID.control, command.bytes) {
            throw TrialEnd.notTried("the bench does not take a command: \(error)")
        }
    }

    func peer() throws -> PeerIdentifier {
        guard let bench else { throw TrialEnd.notTried("the bench is not known yet") }
        return bench
    }
}
