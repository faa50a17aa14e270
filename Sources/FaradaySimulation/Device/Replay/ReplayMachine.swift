import BluetoothTypes
import BluetoothWire

/// Plays the device's part of a recorded conversation, and compares the central's part with what comes.
struct ReplayMachine: DeviceMachine {
    /// What a central does.
    enum Move {
        case connects(DeviceLink)
        case leaves(DeviceLink)
        case hears(DeviceCharacteristicPlace, isSubscribed: Bool, DeviceLink)
        case reads(DeviceCharacteristicPlace, DeviceLink, request: UInt64)
        case writes(DeviceCharacteristicPlace, [UInt8], DeviceLink, request: UInt64, isCommand: Bool)
    }

    private let steps: [DeviceConversation.Step]
    private let places: RulePlaces
    private let text: ReplayText
    private let isAtOnce: Bool
    private var done = 0
    private var difference: String?
    /// What centrals have done, and no step has taken yet.
    private var waiting: [Move] = []
    /// When the last step happened.
    private var last = Instant(nanoseconds: 0)
    /// The connection that is replayed.
    private var link: DeviceLink?
    private var subscribers: [DeviceCharacteristicPlace: Int] = [:]
    private(set) var nextDue: Instant?
    private var outputs: [DeviceOutput] = []

    init(
        _ conversation: DeviceConversation, _ places: RulePlaces, in services: [DeviceService],
        isAtOnce: Bool
    ) {
        (steps, self.places, self.isAtOnce) = (conversation.steps, places, isAtOnce)
        text = ReplayText(services)
    }

    var progress: DeviceConversation.Progress {
        .init(
            done: done, count: steps.count,
            next: difference == nil && done < steps.count ? steps[done] : nil, difference: difference)
    }

    /// What the central has to do next; `nil` if it is the device's turn, or nobody's.
    var awaited: String? {
        guard difference == nil, done < steps.count, !steps[done].event.isOfDevice else { return nil }
        return text.step(done + 1, of: steps.count, steps[done])
    }

    mutating func handle(_ input: DeviceInput, at now: Instant) -> [DeviceOutput] {
        if let move = move(for: input) { waiting.append(move) }
        proceed(at: now)
        defer { outputs = [] }
        return outputs
    }

    private mutating func move(for input: DeviceInput) -> Move? {
        switch input {
        case .event(.connected, let link?, _): return .connects(link)
        case .event(.disconnected, let link?, _): return .leaves(link)
        case .heard(let place, let count, let link, _, let isByEnd):
            let before = subscribers.updateValue(count, forKey: place) ?? 0
            return count == before || isByEnd ? nil : .hears(place, isSubscribed: count > before, link)
        case .written(let place, let value, let link, _, let request, let isCommand):
            return .writes(place, value, link, request: request, isCommand: isCommand)
        case .read(let place, let link, _, let request): return .reads(place, link, request: request)
        case .started, .stopped, .time, .event: return nil
        }
    }

    // MARK: Steps

    private mutating func proceed(at now: Instant) {
        nextDue = nil
        while difference == nil, done < steps.count {
            let step = steps[done]
            if case .leaves(let left) = waiting.first {
                waiting.removeFirst()
                leave(left, at: now)
            } else if step.event.isOfDevice {
                // The end of a connection has its time in any case, so that what was sent before it arrives.
                let isAtOnce = isAtOnce && !step.event.endsConnection
                let due = last + (isAtOnce ? .zero : max(.zero, step.delay))
                guard now >= due else {
                    nextDue = due
                    return
                }
                perform(step.event)
                finishStep(at: now)
            } else {
                guard !waiting.isEmpty else { return }
                take(waiting.removeFirst(), step.event, at: now)
            }
        }
        for move in waiting { tolerate(move) }
        waiting = []
    }

    private mutating func finishStep(at now: Instant) {
        done += 1
        last = now
    }

    private mutating func perform(_ event: DeviceConversation.Event) {
        switch event {
        case .updated(let name, let value):
            guard let place = places[name] else { return }
            outputs += [.set(place, value), .send(place, value, link)]
        case .disconnected(by: .device(let reason)): outputs.append(.disconnect(link, reason))
        case .disconnected(by: .loss): outputs.append(.reset(after: .seconds(1)))
        default: break
        }
    }

    private mutating func take(_ move: Move, _ event: DeviceConversation.Event, at now: Instant) {
        guard isOfThisLink(move), fits(move, event) else { return differ(move, at: done) }
        switch (move, event) {
        case (.connects(let new), _): link = new
        case (.reads(_, _, let request), .read(_, .value(let value))):
            outputs.append(.answer(request: request, value))
        case (.reads(_, _, let request), .read(_, .error(let code))),
            (.writes(_, _, _, let request, _), .written(_, _, .error(let code))):
            outputs.append(.refuse(request: request, code))
        case (.writes(_, _, _, let request, _), _): outputs.append(.accept(request: request))
        default: break
        }
        finishStep(at: now)
    }

    private func isOfThisLink(_ move: Move) -> Bool {
        switch move {
        case .connects: link == nil
        case .leaves(let other), .hears(_, _, let other), .reads(_, let other, _),
            .writes(_, _, let other, _, _):
            other == link
        }
    }

    private func fits(_ move: Move, _ event: DeviceConversation.Event) -> Bool {
        switch (move, event) {
        case (.connects, .connected): true
        case (.hears(let place, true, _), .subscribed(let name)): places[name] == place
        case (.hears(let place, false, _), .unsubscribed(let name)): places[name] == place
        case (.reads(let place, _, _), .read(let name, _)): places[name] == place
        case (
            .writes(let place, let value, _, _, let isCommand), .written(let name, let recorded, let answer)
        ):
            places[name] == place && value == recorded && isCommand == (answer == .none)
        default: false
        }
    }

    /// A connection has ended. What the device would still have said there is left out.
    private mutating func leave(_ left: DeviceLink, at now: Instant) {
        guard left == link else { return }
        link = nil
        // The device has ended it, and that step is done.
        if done > 0, steps[done - 1].event.endsConnection { return }
        let end = steps[done...].firstIndex { $0.event.endsConnection } ?? steps.count
        guard let missing = steps[done..<end].firstIndex(where: { !$0.event.isOfDevice }) else {
            done = min(end + 1, steps.count)
            last = now
            return
        }
        differ(.leaves(left), at: missing)
    }

    // MARK: Differences

    private mutating func differ(_ move: Move, at index: Int) {
        let now = text.of(move, isOtherLink: !isOfThisLink(move))
        differ(text.difference(index + 1, of: steps.count, steps[index], now))
        tolerate(move)
    }

    private mutating func differ(_ text: String) {
        difference = text
        outputs.append(.problem(text))
    }

    /// Behind a difference, and behind the recording's end, every central gets what it wants.
    private mutating func tolerate(_ move: Move) {
        switch move {
        case .reads(let place, _, let request): outputs.append(.answerStored(request: request, place))
        case .writes(_, _, _, let request, _): outputs.append(.accept(request: request))
        case .connects, .leaves, .hears: break
        }
        if difference == nil, let now = text.behindEnd(move) {
            differ(text.difference(behind: steps.count, now))
        }
    }
}

extension DeviceConversation.Event {
    fileprivate var endsConnection: Bool { if case .disconnected = self { true } else { false } }
}
