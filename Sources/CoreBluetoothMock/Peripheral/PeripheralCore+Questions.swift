import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// What a spec's delegate is asked before a request goes on air.
struct Question {
    /// What the request is about, if not the peripheral as a whole.
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

// Which requests go down at once, and which are put to the spec's delegate first.
extension PeripheralCore {
    /// Hands a request down, behind those that the spec's delegate still thinks about.
    func command(_ call: String, _ body: @escaping (CBPeripheral) -> Void) {
        guard isOpen(call) else { return }
        if !line.isBusy { return body(facade) }
        ask(call, { nil }) { facade, _ in body(facade) }
    }

    /// Puts a request to the spec's delegate, then hands it down unless that refuses; `body` hears whether anybody
    /// was asked.
    ///
    /// Nobody is asked about what CoreBluetooth has to report as misuse. A link that ends meanwhile takes the request
    /// with it.
    func ask(
        _ call: String, _ question: @escaping () -> Question?,
        then body: @escaping (CBPeripheral, Bool) -> Void
    ) {
        guard isOpen(call) else { return }
        let wasLinked = isLinked
        line.enter { [self] done in
            guard isLinked || !wasLinked else { return done() }
            guard isLinked, isPoweredOn, let device = answeringDevice, let question = question(),
                isThere(question.attribute)
            else {
                body(facade, false)
                return done()
            }
            device.ask {
                question.put($0, device.spec)
            } then: { [self] answer in
                settle(question, answer, device, done) { body($0, true) }
            }
        }
    }

    /// Tells the spec's delegate how a subscription went.
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
        guard isLinked, isThere(question.attribute) else { return done() }
        switch answer {
        case .success:
            body(facade)
            done()
        case .failure(let error): refuse(question, error, after: device.connectionInterval, done)
        }
    }

    /// Tells the app that the peripheral did not want to, when its answer would be here: after what it asked for
    /// earlier and before what it asked for later (behaviour 4.27).
    private func refuse(
        _ question: Question, _ error: Error, after interval: Nanoseconds, _ done: @escaping () -> Void
    ) {
        guard let world = mock?.phone.world else { return done() }
        nonisolated(unsafe) weak let core = self
        nonisolated(unsafe) let (question, done) = (question, done)
        let tell: @Sendable () -> Void = {
            defer { done() }
            guard let core, core.isLinked, core.isThere(question.attribute) else { return }
            core.tell { question.onFailure($0, $1, CBMError.handedOut(error)) }
        }
        world.after(interval) { [weak world] in
            core?.whenAnswered(every: interval) { [weak world] facade in
                guard let world, !world.isPaced else { return facade.run(tell) }
                world.runNext(isForMainQueue: facade.isOnMainQueue) { core?.facade.runAndWait(tell) }
            }
        }
    }

    /// Runs `body` when nothing is on its way to the peripheral any more. The line is busy, so nothing new goes out.
    private func whenAnswered(every interval: Nanoseconds, _ body: @escaping @Sendable (CBPeripheral) -> Void)
    {
        guard facade.hasOpenRequests, let world = mock?.phone.world else { return body(facade) }
        nonisolated(unsafe) weak let core = self
        world.after(interval) { core?.whenAnswered(every: interval, body) }
    }

    /// The mock behind the peripheral, if there is somebody to ask.
    private var answeringDevice: MockDevice? {
        guard let device = source.device else { return nil }
        return device.state.withLock({ $0.connectionDelegate != nil }) ? device : nil
    }

    private var isLinked: Bool { facade.state == .connected }

    /// Whether the manager takes commands: a restored peripheral is linked before that (behaviour 7.7).
    private var isPoweredOn: Bool { central?.state == .poweredOn }

    private func isThere(_ attribute: CBAttribute?) -> Bool { attribute.map(facade.has) ?? true }

    /// A link that the spec's delegate has not admitted yet is none for the app (behaviour 1.10).
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
    /// Between two connection events; 7.5 ms is the shortest that Bluetooth has.
    fileprivate var connectionInterval: Nanoseconds {
        state.withLock { $0.linkTiming.interval }
    }
}
