import BluetoothPort
import BluetoothTypes

/// The peripheral role as a value: the app's requests, the port's events, and the results of handlers go in; commands,
/// answers and handlers to run come out.
///
/// Every request that `begin` takes is finished exactly once. Every request of a central is answered exactly once, unless the
/// radio ends first.
struct PeripheralMachine: DrivenMachine {
    private(set) var radio = ManagerState.unknown
    /// Requests that wait for the radio.
    private var waiting: [RoleRequest] = []
    var services: [HostedService] = []
    /// The highest number of a service or characteristic.
    var lastAttribute: UInt64 = 0
    var advertising = Advertising()
    var updates = UpdateQueue()
    var inbox = RequestInbox()
    var listeners = ChannelListeners()
    var watchers: [SubscriberWatcher] = []
    var outputs: [RoleOutput] = []
    var isLogging = false
    private(set) var isClosed = false

    // MARK: Requests of the app

    /// Takes a request; it is finished exactly once.
    mutating func begin(_ request: RoleRequest) {
        if isClosed { return fail(request, .closed) }
        if let problem = ClientError(radio, request.kind.operation) { return fail(request, problem.reason) }
        if case .advertise(let wanted) = request.kind {
            // It may wait for the radio, but not beside another one.
            return advertise(request, wanted)
        }
        if radio == .poweredOn { issue(request) } else { waiting.append(request) }
    }

    private mutating func issue(_ request: RoleRequest) {
        switch request.kind {
        case .ready: finish(request, .success(.done))
        case .publish(let service): publish(service, request)
        case .advertise: break
        case .update(let target, let bytes, let centrals): enqueue(request, target, bytes, centrals)
        case .publishChannel(let isEncrypted): publishChannel(request, isEncrypted: isEncrypted)
        }
    }

    /// Ends a request without its answer, if it is still there: its task was cancelled or its time is over.
    mutating func cancel(_ id: UInt64, _ reason: (RoleRequest) -> RequestFailure) {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            let request = waiting.remove(at: index)
            return finish(request, .failure(reason(request)))
        }
        if let index = services.firstIndex(where: { $0.publish?.id == id }) {
            guard let request = services[index].publish else { return }
            services[index].publish = nil
            withdraw(at: index)
            return finish(request, .failure(reason(request)))
        }
        if let request = advertising.current?.request, request.id == id {
            endAdvertising()
            return finish(request, .failure(reason(request)))
        }
        if let request = updates.remove(id) {
            finish(request, .failure(reason(request)))
            return pump()
        }
        if let index = listeners.awaited.firstIndex(where: { $0?.id == id }) {
            guard let request = listeners.awaited[index] else { return }
            listeners.awaited[index] = nil
            finish(request, .failure(reason(request)))
        }
    }

    /// Whether a request still waits.
    func isOpen(_ id: UInt64) -> Bool {
        waiting.contains { $0.id == id } || services.contains { $0.publish?.id == id }
            || advertising.current?.request.id == id || updates.contains(id)
            || listeners.awaited.contains { $0?.id == id }
    }

    /// Ends everything: the app has released its `LocalPeripheral`.
    mutating func close() {
        isClosed = true
        failAll(.closed)
        failAdvertising(.closed)
        dropRequests()
        loseListeners(.closed)
        release { _ in true }
        for watcher in watchers { outputs.append(.watcherEnded(watcher.id)) }
        watchers = []
        outputs.append(.endStreams)
    }

    // MARK: The radio

    mutating func radioChanged(to new: ManagerState) {
        let wasOn = radio == .poweredOn
        radio = new
        log(.radio(new))
        if new == .poweredOn {
            turnedOn()
        } else {
            let isLost = new != .poweredOff
            let reason = ClientError(new, .waitForRadio)?.reason
            if let reason {
                failAll(reason)
                failAdvertising(reason)
            } else if wasOn {
                failAll(.radioReset)
            }
            dropRequests()
            dropSubscribers()
            advertising.radioEnded(isLost: isLost)
            if isLost {
                loseServices()
                loseListeners(reason ?? .radioReset)
            }
        }
        outputs.append(.state(new))
    }

    private mutating func turnedOn() {
        addLostServices()
        sweep()
        unpublishOwed()
        let ready = waiting
        waiting = []
        for request in ready { issue(request) }
        resumeAdvertising()
        pump()
    }

    /// Fails all requests but the advertisement.
    private mutating func failAll(_ reason: ClientError.Reason) {
        let ended = waiting
        waiting = []
        for request in ended { fail(request, reason) }
        for index in services.indices.reversed() {
            guard let request = services[index].publish else { continue }
            services[index].publish = nil
            fail(request, reason)
            withdraw(at: index)
        }
        for request in updates.removeAll() { fail(request, reason) }
        failAwaitedChannels(reason)
    }

    // MARK: The port's events

    mutating func handle(_ event: PortPeripheral.Event) {
        switch event {
        case .willRestoreState(let restored): restore(restored)
        case .stateChanged(let state): radioChanged(to: state)
        case .serviceAdded(let service, let error): serviceAdded(service, error)
        case .advertisingStarted(let error): advertisingStarted(error)
        case .subscribed(let central, let characteristic):
            subscribed(RemoteCentral(central), characteristic)
        case .unsubscribed(let central, let characteristic):
            unsubscribed(RemoteCentral(central), characteristic)
        case .updateLengthChanged(let central): updateLengthChanged(RemoteCentral(central))
        case .readRequest(let request): receive(request)
        case .writeRequests(let identifier, let parts): receive(identifier, parts)
        case .readyToUpdateSubscribers: roomCame()
        case .channelPublished(let psm, let error): channelPublished(psm, error)
        case .channelOpened(let central, let channel): channelOpened(RemoteCentral(central), channel)
        case .channelUnpublished, .channel: break
        }
    }

    // MARK: Ends

    mutating func finish(_ request: RoleRequest, _ result: Result<Reply, RequestFailure>) {
        outputs.append(.finish(request: request.id, result))
        switch result {
        case .success: log(.done(request.kind.operation))
        case .failure(let failure): log(.failed(request.kind.operation, failure))
        }
    }

    mutating func fail(_ request: RoleRequest, _ reason: ClientError.Reason, _ underlying: PortError? = nil) {
        finish(request, .failure(.client(Self.error(reason, request, underlying))))
    }

    static func error(
        _ reason: ClientError.Reason, _ request: RoleRequest, _ underlying: PortError? = nil
    ) -> ClientError {
        var error = ClientError(reason, request.kind.operation, underlying: underlying)
        switch request.kind {
        case .ready, .advertise, .publishChannel: break
        case .publish(let service): error.service = service.uuid
        case .update(let target, _, _): (error.service, error.characteristic) = (target.service, target.uuid)
        }
        return error
    }

    mutating func log(_ line: @autoclosure () -> RoleLine) {
        if isLogging { outputs.append(.log(line())) }
    }
}
