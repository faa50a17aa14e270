import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// Runs the machine of one device: gives it what happens, and does what it says.
///
/// The closures of the device's definition own it, so it ends with them.
final class DeviceMachineDriver<Machine: DeviceMachine>: Sendable {
    private struct State {
        var machine: Machine
        var answers: [UInt64: Answer] = [:]
        var nextRequest: UInt64 = 0
        var alarm = DeviceMachineAlarm()
        /// What centrals read last: the rest of a long value is not another read.
        var lastRead: [Reader: [UInt8]] = [:]
    }

    private struct Reader: Hashable {
        let place: DeviceCharacteristicPlace
        let link: DeviceLink
    }

    /// How a request is answered.
    private enum Answer: Sendable {
        case read(@Sendable (Result<[UInt8], ATT.Failure>) -> Void)
        case write(@Sendable (Result<Void, ATT.Failure>) -> Void)
    }

    private let state: Lock<State>

    init(_ machine: Machine) { state = Lock(State(machine: machine)) }

    /// The machine as it is now.
    var machine: Machine { state.withLock { $0.machine } }

    // MARK: What happens

    func read(
        _ place: DeviceCharacteristicPlace, _ read: DeviceRead,
        _ answer: @escaping @Sendable (Result<[UInt8], ATT.Failure>) -> Void
    ) {
        let reader = Reader(place: place, link: read.link)
        if read.offset > 0, let whole = state.withLock({ $0.lastRead[reader] }) {
            return answer(.success(whole))
        }
        let request = number(
            .read { [state] result in
                state.withLock { $0.lastRead[reader] = try? result.get() }
                answer(result)
            })
        let mtu = read.device.updateLength(to: read.link)
        handle(.read(place, read.link, mtu: mtu, request: request), read.device)
    }

    func write(
        _ place: DeviceCharacteristicPlace, _ write: DeviceWrite,
        _ answer: @escaping @Sendable (Result<Void, ATT.Failure>) -> Void
    ) {
        let request = number(.write(answer))
        let mtu = write.device.updateLength(to: write.link)
        // A reliable write may begin within the value.
        let before = write.offset > 0 ? Array(write.device.storedValue(at: place).prefix(write.offset)) : []
        handle(
            .written(
                place, before + write.value, write.link, mtu: mtu, request: request,
                isCommand: !write.expectsResponse),
            write.device)
    }

    func event(_ event: DeviceBehaviour.Event, _ device: Device) {
        switch event {
        case .started: handle(.started, device)
        case .connected(let link): handle(.connected, link, device)
        case .linkLost(let link): handle(.linkLost, link, device)
        case .disconnected(let link):
            state.withLock { state in state.lastRead = state.lastRead.filter { $0.key.link != link } }
            handle(.disconnected, link, device)
        case .paired(let link): handle(.paired, link, device)
        case .secured(let link, _): handle(.secured, link, device)
        case .subscribed(let uuid, let link), .unsubscribed(let uuid, let link):
            let isByEnd = !device.hasLink(link)
            for (place, count) in device.subscriberCounts(of: uuid) {
                let length = device.updateLength(to: link)
                handle(.heard(place, count, link, mtu: length, isByEnd: isByEnd), device)
            }
        case .pairingPrompted, .pairingFailed, .channelOpened, .channelFailed, .channelReceived,
            .channelClosed:
            break
        }
    }

    private func handle(_ trigger: DeviceRule.Trigger, _ link: DeviceLink, _ device: Device) {
        handle(.event(trigger, link, mtu: device.updateLength(to: link)), device)
    }

    private func number(_ answer: Answer) -> UInt64 {
        state.withLock { state in
            state.nextRequest += 1
            state.answers[state.nextRequest] = answer
            return state.nextRequest
        }
    }

    // MARK: What the device does

    private func handle(_ input: DeviceInput, _ device: Device) {
        let now = device.world.now
        let (outputs, alarm) = state.withLock { state -> ([DeviceOutput], Instant?) in
            let outputs = state.machine.handle(input, at: now)
            return (outputs, state.alarm.move(to: state.machine.nextDue))
        }
        for output in outputs { perform(output, device) }
        if let alarm { wake(at: alarm, now, device) }
    }

    private func wake(at due: Instant, _ now: Instant, _ device: Device) {
        device.after(due - now) { [weak self] device in
            guard let self else { return }
            if state.withLock({ $0.alarm.takes(due) }) { handle(device.isOn ? .time : .stopped, device) }
        }
    }

    private func perform(_ output: DeviceOutput, _ device: Device) {
        switch output {
        case .accept(let request): answer(request, .success([]))
        case .answer(let request, let value): answer(request, .success(value))
        case .answerStored(let request, let place): answer(request, .success(device.storedValue(at: place)))
        case .refuse(let request, let code): answer(request, .failure(.error(code)))
        case .set(let place, let value): device.store(value, at: place)
        case .notify(let place, let value):
            device.update(service: place.service, characteristic: place.characteristic, value)
        case .send(let place, let value, let link): device.send(value, at: place, to: link)
        case .disconnect(let link, let reason):
            if let link { device.disconnect(link, reason: reason) } else { device.disconnect(reason: reason) }
        case .advertise(let sets): device.setAdvertising(sets)
        case .startAdvertising: device.startAdvertising()
        case .stopAdvertising: device.stopAdvertising()
        case .requestSecurity(let level): device.requestSecurity(level)
        case .reset(let delay): device.reset(after: delay)
        case .problem(let text): device.world.report("device \(device.name): \(text)", at: nil)
        }
    }

    private func answer(_ request: UInt64, _ result: Result<[UInt8], ATT.Failure>) {
        switch state.withLock({ $0.answers.removeValue(forKey: request) }) {
        case .read(let answer): answer(result)
        case .write(let answer): answer(result.map { _ in })
        case nil: break
        }
    }
}

extension Device {
    package var isOn: Bool { perform { node, _ in node.isOn } }

    fileprivate func hasLink(_ link: DeviceLink) -> Bool { perform { node, _ in node.links.contains(link) } }

    /// How many bytes one notification to a central carries.
    package func updateLength(to link: DeviceLink) -> Int {
        perform { node, _ in Int(node.host.mtu(of: link.id)) - 3 }
    }

    /// How many centrals are subscribed to each characteristic of a type.
    package func subscriberCounts(of uuid: BluetoothUUID) -> [(DeviceCharacteristicPlace, Int)] {
        perform { node, _ in
            node.characteristics.indices.filter { node.uuid(at: $0) == uuid }.map { index in
                let item = node.characteristics[index]
                let place = DeviceCharacteristicPlace(
                    service: Int(item.service), characteristic: Int(item.index))
                return (place, item.subscribers.count)
            }
        }
    }

    fileprivate func storedValue(at place: DeviceCharacteristicPlace) -> [UInt8] {
        perform { node, _ in node.index(at: place).map { node.characteristics[$0].value } ?? [] }
    }

    fileprivate func store(_ value: [UInt8], at place: DeviceCharacteristicPlace) {
        perform { node, now in
            guard let index = node.index(at: place) else { return }
            DeviceUpdates(node: node, now: now).store(value, at: index)
        }
    }

    fileprivate func send(_ value: [UInt8], at place: DeviceCharacteristicPlace, to link: DeviceLink?) {
        perform { node, now in
            guard let index = node.index(at: place) else { return }
            let links = link.map { [$0] } ?? node.links
            let updates = DeviceUpdates(node: node, now: now)
            for link in links { _ = updates.send(value, at: [index], of: node.uuid(at: index), to: link.id) }
        }
    }
}

extension DeviceNode {
    fileprivate func index(at place: DeviceCharacteristicPlace) -> Int? {
        characteristics.firstIndex { $0.service == place.service && $0.index == place.characteristic }
    }
}
