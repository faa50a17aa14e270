import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// What happens goes to the machine of the rules, and the peripheral does what it says.
extension FileFirmware {
    func happened(_ event: SpecEvent) {
        switch event {
        case .started(let node): start(node)
        case .stopped: handle(.stopped)
        case .connected: handle(.event(.connected, .only, mtu: updateLength))
        case .linkLost: handle(.event(.linkLost, .only, mtu: updateLength))
        case .disconnected: handle(.event(.disconnected, .only, mtu: updateLength))
        case .paired: handle(.event(.paired, .only, mtu: updateLength))
        case .secured: handle(.event(.secured, .only, mtu: updateLength))
        case .heard(let definition, let count, let isByEnd):
            guard let place = attributes.place(of: definition) else { return }
            handle(.heard(place, count, .only, mtu: updateLength, isByEnd: isByEnd))
        }
    }

    private func start(_ node: NodeID) {
        guard let phone = state.withLock({ $0.phone }) else { return }
        let random = Entropy(seed: phone.world.seed).rules(of: node)
        let rules = definition.rules ?? DeviceRules()
        let isSilent = state.withLock { state in
            if state.machine == nil {
                state.machine = rules.machine(for: definition.services, random: random)
            }
            defer { state.isSilent = false }
            return state.isSilent
        }
        if isSilent { advertise(state.withLock { $0.sets }) }
        handle(.started)
    }

    /// How many bytes one notification carries.
    var updateLength: Int {
        let (phone, spec) = state.withLock { ($0.phone, $0.spec) }
        if let spec, let device = phone?.simulation.device(for: spec), let link = device.links.first {
            return device.updateLength(to: link)
        }
        return mtu - 3
    }

    func handle(_ input: DeviceInput) {
        guard let phone = state.withLock({ $0.phone }) else { return }
        let now = phone.world.now
        let (outputs, alarm) = state.withLock { state -> ([DeviceOutput], Instant?) in
            guard let outputs = state.machine?.handle(input, at: now) else { return ([], nil) }
            return (outputs, state.alarm.move(to: state.machine?.nextDue))
        }
        for output in outputs { perform(output, phone) }
        if let alarm { wake(at: alarm, now, phone) }
    }

    private func wake(at due: Instant, _ now: Instant, _ phone: MockPhone) {
        phone.later(due - now) { [weak self] in
            guard let self else { return }
            if state.withLock({ $0.alarm.takes(due) }) { handle(isThere ? .time : .stopped) }
        }
    }

    /// Whether the peripheral is still at its phone, with this firmware, and has power.
    private var isThere: Bool {
        let (phone, spec) = state.withLock { ($0.phone, $0.spec) }
        guard let phone, let spec, let place = phone.book.place(of: spec) else { return false }
        let isOn = phone.simulation.device(for: spec)?.isOn ?? true
        return isOn && place.state.withLock { $0.firmware === self }
    }

    // MARK: What the peripheral does

    private func perform(_ output: DeviceOutput, _ phone: MockPhone) {
        switch output {
        case .accept(let request): accept(request)
        case .answer(let request, let value): answer(request, .success(Data(value)))
        case .answerStored(let request, let place):
            let definition = attributes.definition(at: place)
            answer(request, .success(Data(definition.map { value(of: ObjectIdentifier($0)) } ?? [])))
        case .refuse(let request, let code):
            answer(request, .failure(NSError(domain: CBMATTErrorDomain, code: Int(code.rawValue))))
        case .set(let place, let value): set(place, value)
        case .notify(let place, let value):
            set(place, value)
            send(value, at: place, phone)
        case .send(let place, let value, _): send(value, at: place, phone)
        case .advertise(let sets):
            let (good, problems) = DefinitionCheck.checked(sets, name: definition.name)
            for problem in problems { phone.reportOfDevice("device \(definition.name): \(problem)") }
            state.withLock { ($0.sets, $0.isSilent) = (good, false) }
            advertise(good)
        case .startAdvertising:
            state.withLock { $0.isSilent = false }
            advertise(state.withLock { $0.sets })
        case .stopAdvertising:
            state.withLock { $0.isSilent = true }
            advertise([])
        case .disconnect, .reset, .requestSecurity, .problem: performRarely(output, phone)
        }
    }

    private func performRarely(_ output: DeviceOutput, _ phone: MockPhone) {
        guard let spec = state.withLock({ $0.spec }) else { return }
        switch output {
        case .disconnect(_, let reason): phone.simulation.disconnect(spec, reason.error)
        case .reset(let delay): phone.simulation.reset(spec, after: delay)
        case .problem(let text): phone.reportOfDevice("device \(definition.name): \(text)")
        default: break
        }
    }

    private func accept(_ request: UInt64) {
        if case .write(let attribute, let value, _) = state.withLock({ $0.answers[request] }) {
            store(value, in: attribute)
        }
        answer(request, .success(Data()))
    }

    private func answer(_ request: UInt64, _ result: Result<Data, Error>) {
        switch state.withLock({ $0.answers.removeValue(forKey: request) }) {
        case .read(let respond): respond(result)
        case .write(_, _, let respond): respond(result.map { _ in })
        case nil: break
        }
    }

    private func set(_ place: DeviceCharacteristicPlace, _ value: [UInt8]) {
        guard let definition = attributes.definition(at: place) else { return }
        store(value, in: ObjectIdentifier(definition))
    }

    private func send(_ value: [UInt8], at place: DeviceCharacteristicPlace, _ phone: MockPhone) {
        guard let spec = state.withLock({ $0.spec }), let definition = attributes.definition(at: place)
        else { return }
        phone.simulation.update(definition, of: spec, to: Data(value))
    }

    private func advertise(_ sets: [DeviceAdvertising]) {
        let (phone, spec) = state.withLock { ($0.phone, $0.spec) }
        if let phone, let spec { phone.simulation.advertise(configs(of: sets), by: spec) }
    }
}

extension DeviceDisconnectReason {
    /// The error that an app gets.
    fileprivate var error: CBMError {
        switch self {
        case .userTerminated, .lowResources, .poweringOff: CBMError(.peripheralDisconnected)
        case .authenticationFailure, .unsupportedFeature, .unitKeyPairing, .unacceptableParameters:
            CBMError(.unknown)
        }
    }
}
