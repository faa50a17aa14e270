import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// A question to the spec delegate before a request is sent.
struct Question {
    /// The attribute of the request; `nil` if it is about the peripheral as a whole.
    let attribute: CBAttribute?
    let put: (any CBMPeripheralSpecDelegate, CBMPeripheralSpec) -> Result<Void, Error>
    let onFailure: (any CBMPeripheralDelegate, any CBMPeripheral, Error) -> Void

    init(
        about attribute: CBAttribute?,
        put: @escaping (any CBMPeripheralSpecDelegate, CBMPeripheralSpec) -> Result<Void, Error>,
        onFailure: @escaping (any CBMPeripheralDelegate, any CBMPeripheral, Error) -> Void
    ) {
        self.attribute = attribute
        self.put = put
        self.onFailure = onFailure
    }
}

// Sends some requests at once, and asks the spec delegate about others first.
extension FacadePeripheral {
    /// Sends a request to CoreBluetooth, after the requests on which the spec delegate has not decided yet.
    func command(_ call: String, _ body: @escaping (CBPeripheral) -> Void) {
        guard isOpen(call) else { return }
        if !line.isBusy { return body(facade) }
        ask(call, { nil }) { facade, _ in body(facade) }
    }

    /// Asks the spec delegate about a request, then sends it unless the delegate refuses; `body` gets whether the
    /// delegate was asked.
    ///
    /// The delegate is not asked about a call that CoreBluetooth has to report as misuse. If the link ends meanwhile,
    /// the request is dropped.
    func ask(
        _ call: String, _ question: @escaping () -> Question?,
        then body: @escaping (CBPeripheral, Bool) -> Void
    ) {
        guard isOpen(call) else { return }
        let (wasLinked, link) = (isLinked, link)
        line.enter { [self] done in
            guard isLinked(link) || !wasLinked else { return done() }
            guard isLinked, isPoweredOn, let device = answeringDevice, let question = question(),
                isThere(question.attribute)
            else {
                body(facade, false)
                return done()
            }
            device.ask {
                question.put($0, device.spec)
            } then: { [self] answer in
                guard isLinked(link), isThere(question.attribute) else { return done() }
                settle(question, answer, device, done) { body($0, true) }
            }
        }
    }

    /// Reports the result of a subscription to the spec delegate.
    func tellSpec(of characteristic: CBMCharacteristicMock, _ error: Error?) {
        guard let device = answeringDevice else { return }
        device.ask {
            $0.peripheral(device.spec, didUpdateNotificationStateFor: characteristic, error: error)
        } then: { _ in
        }
    }

    private func settle(
        _ question: Question, _ answer: Result<Void, Error>, _ device: MockDevice,
        _ done: @escaping () -> Void,
        then body: (CBPeripheral) -> Void
    ) {
        switch answer {
        case .success:
            body(facade)
            done()
        case .failure(let error): refuse(question, error, after: device.connectionInterval, done)
        }
    }

    /// Reports a refusal of the peripheral to the app at the time of a normal answer: after the answers to earlier
    /// requests and before those to later ones (behaviour 4.27).
    private func refuse(
        _ question: Question, _ error: Error, after interval: Nanoseconds, _ done: @escaping () -> Void
    ) {
        guard let world = mock?.phone.world else { return done() }
        nonisolated(unsafe) weak let core = self
        nonisolated(unsafe) let (question, done) = (question, done)
        let link = link
        let tell: @Sendable () -> Void = {
            defer { done() }
            guard let core, core.isLinked(link), core.isThere(question.attribute) else { return }
            core.tell { question.onFailure($0, $1, CBMError.bridged(error)) }
        }
        world.after(interval) { [weak world] in
            core?.whenAnswered(every: interval) { [weak world] facade in
                guard let world, !world.isPaced else { return facade.run(tell) }
                world.runNext(isForMainQueue: facade.isOnMainQueue) { core?.facade.runAndWait(tell) }
            }
        }
    }

    /// Runs `body` when all requests to the peripheral are answered. The line is busy meanwhile, so no new request is
    /// sent.
    private func whenAnswered(every interval: Nanoseconds, _ body: @escaping @Sendable (CBPeripheral) -> Void)
    {
        guard facade.hasOpenRequests, let world = mock?.phone.world else { return body(facade) }
        nonisolated(unsafe) weak let core = self
        world.after(interval) { core?.whenAnswered(every: interval, body) }
    }

    /// The mock behind the peripheral, if it has a delegate.
    private var answeringDevice: MockDevice? {
        guard let device = source.device else { return nil }
        return device.state.withLock({ $0.connectionDelegate != nil }) ? device : nil
    }

    private var isLinked: Bool { facade.state == .connected }

    /// The number of the link that there is, or of the next one.
    private var link: Int { endedLinks.withLock { $0 } }

    /// Whether this link is still there.
    private func isLinked(_ link: Int) -> Bool { isLinked && self.link == link }

    /// Whether the manager accepts commands; a restored peripheral is connected before that (behaviour 7.7).
    private var isPoweredOn: Bool { central?.state == .poweredOn }

    private func isThere(_ attribute: CBAttribute?) -> Bool { attribute.map(facade.has) ?? true }

    /// For the app, a link does not exist until the spec delegate has accepted it (behaviour 1.10).
    private func isOpen(_ call: String) -> Bool {
        // The phone may have the link already, and the app not yet: what it asks for now would be answered first.
        guard isHeld || facade.state == .connecting else { return true }
        facade.report(
            .notConnected, call, "API MISUSE: \(facade) can only accept commands while in the connected state"
        )
        return false
    }
}

extension MockDevice {
    /// The connection interval; 7.5 ms is the shortest that Bluetooth allows.
    fileprivate var connectionInterval: Nanoseconds {
        state.withLock { $0.linkTiming.interval }
    }
}
