import BluetoothPort
import BluetoothTypes

/// The app's peripheral manager in a trial: what it publishes, and what it is told.
final class Publication {
    private let provider: any PortProvider
    private let clock: any TrialClock
    private let events: TrialEvents<Peripheral.Event>
    private var opened: (any PeripheralPort)?

    init(_ provider: any PortProvider, _ clock: any TrialClock) {
        (self.provider, self.clock) = (provider, clock)
        events = TrialEvents(clock)
    }

    deinit { opened?.close() }

    /// The manager's port; it is opened by the first use.
    var port: any PeripheralPort {
        if let opened { return opened }
        let port = provider.openPeripheral(ManagerOptions(), sink: events)
        opened = port
        return port
    }

    @discardableResult func send(_ command: Peripheral.Command) -> CommandResult { port.send(command) }

    func close() {
        opened?.close()
        opened = nil
    }

    // MARK: Waiting

    func next<Value>(
        _ what: String, within limit: Nanoseconds = Trial.patience, _ pick: (Peripheral.Event) -> Value?
    ) throws -> Value {
        try events.next(what, within: limit, pick)
    }

    func none(_ what: String, for time: Nanoseconds, _ pick: (Peripheral.Event) -> Bool) throws {
        try events.none(what, for: time, pick)
    }

    func skip() { events.skip() }

    // MARK: Publishing

    func powerOn() throws {
        _ = port
        let state = try next("a state of Bluetooth") { event -> ManagerState? in
            if case .stateChanged(let state) = event { state } else { nil }
        }
        guard state == .poweredOn else { throw TrialEnd.notTried("Bluetooth is \(state)") }
    }

    /// Adds a service: the error of didAdd.
    func add(_ service: Peripheral.Service) throws -> PortError? {
        send(.add(service))
        return try next("didAdd") { event -> PortError?? in
            guard case .serviceAdded(service.identifier, let error) = event else { return nil }
            return .some(error)
        }
    }

    /// Starts advertising: the error of didStartAdvertising.
    func advertise(
        name: String? = nil, _ services: [BluetoothUUID] = [PublishedID.service]
    ) throws -> PortError? {
        send(.startAdvertising(.init(localName: name, serviceUUIDs: services)))
        return try next("didStartAdvertising") { event -> PortError?? in
            if case .advertisingStarted(let error) = event { .some(error) } else { nil }
        }
    }

    /// Publishes the service of trials, and advertises it.
    func open() throws {
        try powerOn()
        if let error = try add(PublishedID.definition) {
            throw TrialEnd.notTried("the service is not published: \(error)")
        }
        if let error = try advertise() { throw TrialEnd.notTried("the phone does not advertise: \(error)") }
    }

    // MARK: Centrals

    func readRequest() throws -> Peripheral.ReadRequest {
        try next("didReceiveRead") { event in
            if case .readRequest(let request) = event { request } else { nil }
        }
    }

    func writeRequests() throws -> (identifier: RequestIdentifier, parts: [Peripheral.WriteRequest]) {
        try next("didReceiveWrite") { event in
            if case .writeRequests(let identifier, let parts) = event { (identifier, parts) } else { nil }
        }
    }

    func subscribed() throws -> Peripheral.Subscriber {
        try next("didSubscribe") { event in
            if case .subscribed(let central, PublishedID.Place.asked) = event { central } else { nil }
        }
    }

    func unsubscribed() throws {
        try next("didUnsubscribe") { event -> Void? in
            if case .unsubscribed(_, PublishedID.Place.asked) = event { () } else { nil }
        }
    }

    @discardableResult func update(_ value: [UInt8]) -> Bool {
        port.update(.init(value, characteristic: PublishedID.Place.asked, centrals: nil))
    }

    /// Publishes a channel: its PSM.
    func publishChannel(isEncrypted: Bool = false) throws -> UInt16 {
        send(.publishChannel(isEncrypted: isEncrypted))
        return try next("didPublishL2CAPChannel") { event in
            if case .channelPublished(let psm, nil) = event { psm } else { nil }
        }
    }
}
