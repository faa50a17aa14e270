import BluetoothPort
import BluetoothTypes

/// One peripheral as a value: requests, the port's events and alarms go in; commands and answers come out.
///
/// Every request that `begin` takes is finished exactly once: by its answer, by the end of the link, by the radio, by
/// `cancel`, or by `close`.
struct PeerMachine: DrivenMachine {
    let peer: PeerIdentifier
    var name: String?
    var radio: ManagerState
    var link = LinkState.none
    /// Counts attempts that were cancelled, so that an alarm of an earlier one is known to be outdated.
    var cancellations = 0
    /// Counts attempts, so that an alarm of an earlier one is known to be outdated.
    var connects = 0
    /// Whether the end of an attempt that was cancelled may still come, during a later attempt.
    var isEndOwed = false
    /// Whether the system connects without a command: automatically, or since a restoration.
    var isSystemConnecting = false
    var connectOptions = PortCentral.ConnectOptions()
    var maintenance: Maintenance? {
        didSet { Maintenance.changed(from: oldValue, to: maintenance, &outputs) }
    }
    var database = PeerDatabase()
    var discoveries: [Scope: Discovery] = [:]
    /// Counts links, so that an alarm of an earlier one is known to be outdated.
    var generation = 0
    /// Why the last link has ended.
    var lastEnd: ClientError?
    var isTurnAwaited = false
    var requests: [Request] = []
    var answers = AwaitedAnswers()
    var subscriptions: [CharacteristicPath: Subscription] = [:]
    var subscriptionCount: UInt64 = 0
    /// Values of subscriptions that the system has restored and nobody reads yet; the newest.
    var unread: [AttributeIdentifier: [[UInt8]]] = [:]
    var outputs: [Output] = []
    /// Whether a write without response is at the port.
    var isPieceOut = false
    var isLogging = false
    private(set) var isClosed = false
    private var reports: PeerReports

    enum LinkState {
        case none
        case connecting
        /// The attempt was cancelled, and its end is still to come (behaviour 3.5, 3.9).
        case cancelling
        case connected
        case disconnecting
    }

    init(peer: PeerIdentifier, name: String?, radio: ManagerState) {
        self.peer = peer
        self.name = name
        self.radio = radio
        reports = PeerReports(PeerCore.Status(name: name, connection: .disconnected))
    }

    mutating func settle() { reports.update(isActive, status, &outputs) }

    /// Whether something is going on that must not end when the app lets go of its handles.
    var isActive: Bool {
        link != .none || maintenance != nil || !requests.isEmpty || !subscriptions.isEmpty
    }

    var connectionState: ConnectionState {
        switch link {
        case .none, .cancelling: maintenance == nil ? .disconnected : .connecting
        case .connecting: .connecting
        case .connected: .connected
        case .disconnecting: .disconnecting
        }
    }

    var status: PeerCore.Status { PeerCore.Status(name: name, connection: connectionState) }

    // MARK: Requests

    /// Takes a request; it is finished exactly once.
    mutating func begin(_ request: consuming Request) {
        if isClosed { return finish(request, .failure(error(.closed, request))) }
        if let problem = ClientError(radio, request.kind.operation) {
            if case .disconnect = request.kind {
                maintenance = nil
                endSubscriptions(all: true, ClientError(.disconnectedByApp, .subscribe))
                return finish(request, .success(.done))
            }
            return finish(request, .failure(located(problem, request)))
        }
        switch request.kind {
        case .disconnect: return disconnect(request)
        case .connect(let options) where link == .none: connectOptions = options
        default: break
        }
        requests.append(request)
        advance(at: requests.count - 1)
        updateLink()
    }

    /// Ends a request without its answer, if it is still there: its task was cancelled or its time is over.
    mutating func cancel(_ id: UInt64, _ reason: (PeerMachine, Request) -> any Error) {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return }
        let request = requests.remove(at: index)
        answers.abandon(id)
        finish(request, .failure(reason(self, request)))
        resumeSending()
        updateLink()
    }

    /// Fails everything: the central is gone.
    mutating func close() {
        isClosed = true
        maintenance = nil
        failAll { machine, request in machine.error(.closed, request) }
        endSubscriptions(all: true, ClientError(.closed, .subscribe))
        (link, isSystemConnecting) = (.none, false)
        resetAttributes()
    }

    /// Moves every waiting request as far as it can go now.
    mutating func advanceAll() {
        var index = 0
        while index < requests.count {
            let id = requests[index].id
            advance(at: index)
            // A request that is done has left its place to the next one.
            if index < requests.count, requests[index].id == id { index += 1 }
        }
    }

    func index(of id: UInt64) -> Int? { requests.firstIndex { $0.id == id } }

    // MARK: Ends

    mutating func finish(_ request: Request, _ result: Result<Reply, any Error>) {
        if case .subscribe(let path) = request.kind {
            if case .failure(let error) = result { subscriptionFailed(path, error) }
        } else {
            outputs.append(.finish(request: request.id, result.mapError(RequestFailure.init)))
        }
        guard isLogging else { return }
        switch result {
        case .success: log(.done(request.kind.operation))
        case .failure(let error as ClientError): log(.failed(error))
        case .failure: log(.cancelled(request.kind.operation))
        }
    }

    mutating func finish(at index: Int, _ result: Result<Reply, any Error>) {
        finish(requests.remove(at: index), result)
    }

    /// Fails every request there is; `endSubscriptions` sees to those that subscribe.
    mutating func failAll(_ reason: (PeerMachine, Request) -> ClientError) {
        let ended = requests
        requests = []
        answers = AwaitedAnswers()
        for request in ended where !request.kind.isSubscribe {
            finish(request, .failure(reason(self, request)))
        }
    }

    mutating func log(_ line: PeerLine) { if isLogging { outputs.append(.log(line)) } }

    // MARK: Errors

    func error(_ reason: ClientError.Reason, _ request: Request, _ underlying: PortError? = nil)
        -> ClientError
    {
        located(ClientError(reason, request.kind.operation, underlying: underlying), request)
    }

    func error(_ error: PortError, _ request: Request) -> ClientError {
        located(ClientError(error, request.kind.operation), request)
    }

    func located(_ error: ClientError, _ request: Request) -> ClientError {
        var error = error
        error.peripheral = peer
        error.peripheralName = name
        (error.service, error.characteristic, error.descriptor) = request.kind.place
        return error
    }
}

extension Request.Kind {
    /// What the request asks for, in errors.
    var operation: ClientError.Operation {
        switch self {
        case .connect, .maximumWriteLength: .connect
        case .disconnect: .disconnect
        case .services: .discoverServices
        case .includedServices: .discoverIncludedServices
        case .characteristics: .discoverCharacteristics
        case .descriptors: .discoverDescriptors
        case .read: .read
        case .write: .write
        case .send: .writeWithoutResponse
        case .subscribe: .subscribe
        case .readDescriptor: .readDescriptor
        case .writeDescriptor: .writeDescriptor
        case .readRSSI: .readRSSI
        case .openChannel: .openChannel
        }
    }

    /// Service, characteristic and descriptor, for errors.
    var place: (BluetoothUUID?, BluetoothUUID?, BluetoothUUID?) {
        switch self {
        case .connect, .disconnect, .readRSSI, .maximumWriteLength, .openChannel, .services: (nil, nil, nil)
        case .includedServices(let path, _), .characteristics(let path, _): (path.uuid, nil, nil)
        case .descriptors(let path), .read(let path), .write(let path, _), .send(let path, _),
            .subscribe(let path):
            (path.service.uuid, path.uuid, nil)
        case .readDescriptor(let path), .writeDescriptor(let path, _):
            (path.characteristic.service.uuid, path.characteristic.uuid, path.uuid)
        }
    }
}
