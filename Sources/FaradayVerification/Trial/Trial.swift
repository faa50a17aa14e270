import BluetoothPort
import BluetoothTypes

/// One trial of a rule: a manager of its own, what it is told, and how to go on from there.
///
/// All calls block the thread of the trial; time is the clock's.
package final class Trial {
    let provider: any PortProvider
    package let clock: any TrialClock
    /// A phone that plays the central where the app is the peripheral; `nil` if there is none.
    private let second: (any PortProvider)?
    /// The service by which the other end is found.
    let sought: BluetoothUUID
    private let events: TrialEvents<Central.Event>
    /// Whether the bench is not as it was before the trial.
    var hasChangedBench = false
    private var companions: [Trial] = []
    private var publications: [Publication] = []
    private var opened: (any CentralPort)?
    /// The bench, when it is known.
    var bench: PeerIdentifier?
    var attributes: [BluetoothUUID: [Central.Characteristic]] = [:]

    /// How long an end may take that has no reason to wait.
    static let patience = Nanoseconds.seconds(10)

    /// - Parameter other: A phone that plays the central where the app is the peripheral.
    package convenience init(
        _ provider: any PortProvider, _ clock: any TrialClock, other: (any PortProvider)? = nil
    ) {
        self.init(provider, clock, other, BenchID.service)
    }

    private init(
        _ provider: any PortProvider, _ clock: any TrialClock, _ second: (any PortProvider)?,
        _ sought: BluetoothUUID
    ) {
        (self.provider, self.clock, self.second, self.sought) = (provider, clock, second, sought)
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

    /// Ends the manager, and those that were made beside it.
    package func close() {
        let hasPublished = !publications.isEmpty
        for companion in companions { companion.close() }
        for publication in publications { publication.close() }
        (companions, publications) = ([], [])
        opened?.close()
        opened = nil
        // A link lives a little longer, and what the next trial publishes would change under it.
        if hasPublished { pause(.seconds(3)) }
    }

    /// Makes the bench what it was before the trial, for the next one.
    package func restoreBench() {
        for trial in companions + [self] where trial.hasChangedBench {
            guard let bench = trial.bench else { continue }
            let keeper = Trial(trial.provider, clock)
            try? keeper.openBench(known: bench)
            try? keeper.tell(.restore)
            keeper.pause(.seconds(2))
            keeper.close()
        }
    }

    /// Another manager on the same phone. It lives as long as the trial.
    func another() -> Trial { companion(on: provider, seeking: sought) }

    /// A manager on the second phone, which finds this service.
    func visitor(seeking service: BluetoothUUID = PublishedID.service) throws -> Trial {
        guard let second else { throw TrialEnd.notTried("there is no second phone") }
        return companion(on: second, seeking: service)
    }

    private func companion(on provider: any PortProvider, seeking service: BluetoothUUID) -> Trial {
        let companion = Trial(provider, clock, nil, service)
        companions.append(companion)
        return companion
    }

    /// A peripheral manager on the trial's phone. It lives as long as the trial.
    func publication() -> Publication {
        let publication = Publication(provider, clock)
        publications.append(publication)
        return publication
    }

    // MARK: Waiting

    /// Waits for the next event of a kind.
    func next<Value>(
        _ what: String, within limit: Nanoseconds = Trial.patience, _ pick: (Central.Event) -> Value?
    ) throws -> Value {
        try events.next(what, within: limit, pick)
    }

    /// Nothing of a kind comes for so long.
    func none(_ what: String, for time: Nanoseconds, _ pick: (Central.Event) -> Bool) throws {
        try events.none(what, for: time, pick)
    }

    /// Lets time pass.
    func pause(_ time: Nanoseconds) { _ = clock.wait(atMost: time) { false } }

    /// Counts all that has come as seen.
    func skip() { events.skip() }

    /// Whether nothing has come since what was seen.
    var isUntold: Bool { events.unread.isEmpty }

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
        _ request: Central.ScanRequest? = nil, within limit: Nanoseconds = .seconds(20)
    ) throws -> (peer: Central.Peer, advertisement: Advertisement, rssi: Int) {
        send(.scan(request ?? .init(services: [sought])))
        return try discovered(within: limit)
    }

    /// The next report of the bench.
    func discovered(
        within limit: Nanoseconds = .seconds(20)
    ) throws -> (peer: Central.Peer, advertisement: Advertisement, rssi: Int) {
        let report = try report("a report of the bench", within: limit) { [sought] _, advertisement in
            advertisement.serviceUUIDs.contains(sought)
        }
        bench = report.peer.identifier
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
        try link(peer)
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
}
