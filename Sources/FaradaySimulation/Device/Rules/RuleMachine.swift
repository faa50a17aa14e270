import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// Carries out a device's rules.
struct RuleMachine: DeviceMachine {
    typealias Input = DeviceInput
    typealias Output = DeviceOutput

    /// A rule that is being carried out.
    private struct Run {
        var actions: ArraySlice<DeviceRule.Action>
        var fields: [String: RuleValue] = [:]
        var link: DeviceLink?
        var mtu = ATT.defaultUpdateLength
        var request: Request?
    }

    /// What waits for an answer.
    private enum Request {
        case read(UInt64, DeviceCharacteristicPlace)
        case write(UInt64)
    }

    private enum Alarm {
        case run(Run)
        case rule(Int, every: Nanoseconds?)
        case series(Int, step: Int)
    }

    private let rules: DeviceRules
    private let places: RulePlaces
    private var scope: RuleScope
    private(set) var state: String
    /// Earliest first; those of one instant in the order in which they were set.
    private var alarms: [(due: Instant, alarm: Alarm)] = []
    private var heard: [DeviceCharacteristicPlace: Int] = [:]
    private var readingPlaces: [Int]
    private var start = Instant(nanoseconds: 0)
    private var outputs: [Output] = []
    /// States that were entered, and whose rules have not counted yet.
    private var entered: [(state: String, Run)] = []

    /// The most bytes of a variable.
    private static let longestVariable = 1 << 20
    /// How many states rules may enter one after the other without a pause.
    private static let mostEntries = 64

    init(_ rules: DeviceRules, _ places: RulePlaces, random: EntropyStream) {
        self.rules = rules
        self.places = places
        scope = RuleScope(variables: [:], random: random)
        for variable in rules.variables { scope.variables[variable.name] = variable.start.value }
        state = rules.states.first ?? ""
        readingPlaces = rules.readings.map { _ in 0 }
    }

    /// When something happens by itself next.
    var nextDue: Instant? { alarms.first?.due }

    mutating func handle(_ input: Input, at now: Instant) -> [Output] {
        switch input {
        case .started: begin(at: now)
        case .stopped: (alarms, heard) = ([], [:])
        case .event(let trigger, let link, let mtu):
            happen(trigger, Run(actions: [], link: link, mtu: mtu), at: now)
        case .heard(let place, let count, let link, let mtu, _): hear(place, count, link, mtu, at: now)
        case .written(let place, let value, let link, let mtu, let request, _):
            write(value, to: place, link, mtu, request, at: now)
        case .read(let place, let link, let mtu, let request): read(place, link, mtu, request, at: now)
        case .time: break
        }
        while let first = alarms.first, first.due <= now {
            alarms.removeFirst()
            ring(first.alarm, due: first.due, at: now)
        }
        defer { outputs = [] }
        return outputs
    }

    // MARK: What happens

    private mutating func begin(at now: Instant) {
        (alarms, heard, start) = ([], [:], now)
        for variable in rules.variables where !variable.isKept {
            scope.variables[variable.name] = variable.start.value
        }
        state = rules.states.first ?? ""
        for (index, rule) in rules.rules.enumerated() {
            switch rule.trigger {
            case .every(let interval, whileSubscribed: nil):
                set(.rule(index, every: interval), at: now + interval)
            case .after(let delay): set(.rule(index, every: nil), at: now + delay)
            default: break
            }
        }
        happen(.started, Run(actions: []), at: now)
        if !state.isEmpty { enter(state, Run(actions: []), at: now) }
    }

    /// Carries out the first rule for this.
    private mutating func happen(_ trigger: DeviceRule.Trigger, _ run: Run, at now: Instant) {
        for rule in rules.rules where rule.trigger == trigger {
            guard counts(rule, run, at: now) else { continue }
            return proceed(Run(actions: rule.actions[...], link: run.link, mtu: run.mtu), at: now)
        }
    }

    private mutating func counts(_ rule: DeviceRule, _ run: Run, at now: Instant) -> Bool {
        guard rule.states.isEmpty || rule.states.contains(state) else { return false }
        look(at: run, now)
        return scope.isTrue(rule.condition)
    }

    private mutating func hear(
        _ place: DeviceCharacteristicPlace, _ count: Int, _ link: DeviceLink, _ mtu: Int, at now: Instant
    ) {
        let before = heard[place] ?? 0
        heard[place] = count
        guard count != before else { return }
        if before == 0 { startListening(place, at: now) }
        if count == 0 { stopListening(place) }
        let run = Run(actions: [], link: link, mtu: mtu)
        for rule in rules.rules {
            switch rule.trigger {
            case .subscribed(let name) where count > before && places[name] == place,
                .unsubscribed(let name) where count < before && places[name] == place:
                guard counts(rule, run, at: now) else { continue }
                return proceed(Run(actions: rule.actions[...], link: link, mtu: mtu), at: now)
            default: continue
            }
        }
    }

    private mutating func startListening(_ place: DeviceCharacteristicPlace, at now: Instant) {
        for (index, rule) in rules.rules.enumerated() {
            guard case .every(let interval, let name?) = rule.trigger, places[name] == place else { continue }
            set(.rule(index, every: interval), at: now + interval)
        }
        for (index, series) in rules.series.enumerated() where places[series.characteristic] == place {
            if let first = series.steps.first { set(.series(index, step: 0), at: now + first.delay) }
        }
    }

    private mutating func stopListening(_ place: DeviceCharacteristicPlace) {
        alarms.removeAll { entry in
            switch entry.alarm {
            case .run: false
            case .series(let index, _): places[rules.series[index].characteristic] == place
            case .rule(let index, _):
                if case .every(_, let name?) = rules.rules[index].trigger {
                    places[name] == place
                } else {
                    false
                }
            }
        }
    }

    private mutating func write(
        _ value: [UInt8], to place: DeviceCharacteristicPlace, _ link: DeviceLink, _ mtu: Int,
        _ request: UInt64, at now: Instant
    ) {
        for rule in rules.rules {
            guard case .written(let name, let pattern) = rule.trigger, places[name] == place,
                let parts = pattern.match(value)
            else { continue }
            var run = Run(actions: rule.actions[...], link: link, mtu: mtu, request: .write(request))
            run.fields["value"] = .bytes(value)
            for (name, part) in parts { run.fields[name] = part }
            guard counts(rule, run, at: now) else { continue }
            if !rule.answers { accept(&run) }
            return proceed(run, at: now)
        }
        outputs.append(.accept(request: request))
    }

    private mutating func read(
        _ place: DeviceCharacteristicPlace, _ link: DeviceLink, _ mtu: Int, _ request: UInt64, at now: Instant
    ) {
        for rule in rules.rules {
            guard case .read(let name) = rule.trigger, places[name] == place else { continue }
            var run = Run(actions: rule.actions[...], link: link, mtu: mtu, request: .read(request, place))
            guard counts(rule, run, at: now) else { continue }
            if !rule.answers { accept(&run) }
            return proceed(run, at: now)
        }
        guard let value = nextReading(of: place) else {
            return outputs.append(.answerStored(request: request, place))
        }
        outputs.append(.answer(request: request, value))
    }

    private mutating func nextReading(of place: DeviceCharacteristicPlace) -> [UInt8]? {
        guard let index = rules.readings.firstIndex(where: { places[$0.characteristic] == place }) else {
            return nil
        }
        let readings = rules.readings[index]
        guard !readings.values.isEmpty else { return nil }
        defer {
            let next = readingPlaces[index] + 1
            readingPlaces[index] =
                next < readings.values.count ? next : readings.repeats ? 0 : readings.values.count - 1
        }
        return readings.values[readingPlaces[index]]
    }

    // MARK: Alarms

    private mutating func set(_ alarm: Alarm, at due: Instant) {
        let place = alarms.firstIndex { $0.due > due } ?? alarms.endIndex
        alarms.insert((due, alarm), at: place)
    }

    private mutating func ring(_ alarm: Alarm, due: Instant, at now: Instant) {
        switch alarm {
        case .run(let run): proceed(run, at: now)
        case .rule(let index, let interval):
            if let interval { set(.rule(index, every: interval), at: due + interval) }
            let rule = rules.rules[index]
            if counts(rule, Run(actions: []), at: now) { proceed(Run(actions: rule.actions[...]), at: now) }
        case .series(let index, let step):
            let series = rules.series[index]
            if let place = places[series.characteristic] {
                outputs.append(.notify(place, series.steps[step].value))
            }
            let next = step + 1 < series.steps.count ? step + 1 : 0
            guard next > 0 || series.repeats else { return }
            set(.series(index, step: next), at: due + series.steps[next].delay)
        }
    }

    // MARK: Actions

    /// Sets what the names mean that a rule knows by itself.
    private mutating func look(at run: Run, _ now: Instant) {
        scope.fields = run.fields
        scope.fields["mtu"] = .number(Int64(run.mtu))
        scope.fields["time"] = .number((now - start).count / 1_000_000)
    }

    /// Does the actions up to the next pause, and those of the rules for states that are entered meanwhile.
    private mutating func proceed(_ run: Run, at now: Instant) {
        perform(run, at: now)
        var count = 0
        while !entered.isEmpty {
            let (state, run) = entered.removeFirst()
            count += 1
            guard count <= Self.mostEntries else {
                entered = []
                return outputs.append(
                    .problem(
                        "its rules enter more than \(Self.mostEntries) states without a pause, '\(state)' last"
                    ))
            }
            for rule in rules.rules where rule.trigger == .entered(state) {
                guard counts(rule, run, at: now) else { continue }
                perform(Run(actions: rule.actions[...], link: run.link, mtu: run.mtu), at: now)
                break
            }
        }
    }

    private mutating func enter(_ state: String, _ run: Run, at now: Instant) {
        entered.append((state, run))
        proceed(Run(actions: []), at: now)
    }

    private mutating func perform(_ run: Run, at now: Instant) {
        var run = run
        look(at: run, now)
        while let action = run.actions.popFirst() {
            switch action {
            case .wait(let delay):
                return set(.run(run), at: now + delay)
            case .proceed(let condition):
                if !scope.isTrue(condition) { run.actions = [] }
            case .enter(let state):
                self.state = state
                entered.append((state, Run(actions: [], link: run.link, mtu: run.mtu)))
            case .assign(let name, let expression): scope.variables[name] = .number(scope.number(expression))
            case .fill(let name, let template): store(template.value(&scope), in: name)
            case .append(let name, let template):
                store((scope.variables[name]?.bytes ?? []) + template.value(&scope), in: name)
            case .accept: accept(&run)
            case .refuse(let code): refuse(code, &run)
            case .answer(let template): answer(template, &run)
            case .set, .notify, .send, .disconnect, .advertise, .startAdvertising, .stopAdvertising,
                .requestSecurity, .reset:
                act(action, run)
            }
        }
        accept(&run)
    }

    private mutating func store(_ bytes: [UInt8], in name: String) {
        scope.variables[name] = .bytes(Array(bytes.prefix(Self.longestVariable)))
    }

    private mutating func accept(_ run: inout Run) {
        switch run.request {
        case .write(let request): outputs.append(.accept(request: request))
        case .read(let request, let place):
            let value = nextReading(of: place)
            outputs.append(
                value.map { .answer(request: request, $0) } ?? .answerStored(request: request, place))
        case nil: return
        }
        run.request = nil
    }

    private mutating func refuse(_ code: ATT.ErrorCode, _ run: inout Run) {
        switch run.request {
        case .write(let request), .read(let request, _): outputs.append(.refuse(request: request, code))
        case nil: return
        }
        run.request = nil
    }

    private mutating func answer(_ template: ByteTemplate, _ run: inout Run) {
        guard case .read(let request, _) = run.request else { return }
        outputs.append(
            .answer(request: request, Array(template.value(&scope).prefix(ATT.maximumValueLength))))
        run.request = nil
    }

    /// What the device does to others.
    private mutating func act(_ action: DeviceRule.Action, _ run: Run) {
        switch action {
        case .set(let name, let template):
            let value = template.value(&scope)
            if let place = places[name] {
                outputs.append(.set(place, Array(value.prefix(ATT.maximumValueLength))))
            }
        case .notify(let name, let template):
            let value = template.value(&scope)
            if let place = places[name] {
                outputs.append(.notify(place, Array(value.prefix(ATT.maximumValueLength))))
            }
        case .send(let name, let template, let size):
            var rest = template.value(&scope)[...]
            guard let place = places[name] else { return }
            let size = max(min(size ?? run.mtu, ATT.maximumValueLength), 1)
            repeat {
                outputs.append(.send(place, Array(rest.prefix(size)), run.link))
                rest = rest.dropFirst(size)
            } while !rest.isEmpty
        case .disconnect(let reason): outputs.append(.disconnect(run.link, reason))
        case .advertise(let sets): outputs.append(.advertise(sets))
        case .startAdvertising: outputs.append(.startAdvertising)
        case .stopAdvertising: outputs.append(.stopAdvertising)
        case .requestSecurity(let level): outputs.append(.requestSecurity(level))
        case .reset(let delay): outputs.append(.reset(after: delay))
        case .answer, .accept, .refuse, .assign, .fill, .append, .wait, .proceed, .enter: break
        }
    }
}

extension DeviceRule {
    /// Whether the rule itself answers the request that it is for, at once or later.
    var answers: Bool {
        actions.contains { action in
            switch action {
            case .answer, .accept, .refuse: true
            default: false
            }
        }
    }
}

extension DeviceRules.Variable.Start {
    var value: RuleValue {
        switch self {
        case .number(let number): .number(number)
        case .bytes(let bytes): .bytes(bytes)
        }
    }
}

extension ATT {
    /// How long a value is that one notification carries before the MTU is exchanged.
    static let defaultUpdateLength = 20
}
