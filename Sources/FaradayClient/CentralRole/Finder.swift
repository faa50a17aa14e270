import BluetoothPort
import BluetoothTypes

/// One search as a value: reports and alarms go in; the peripheral, or the list for whoever is asked, comes out.
struct Finder: Sendable {
    enum Rule: Sendable {
        case first
        case strongest(after: Nanoseconds)
    }

    enum Event: Sendable {
        case seen(Sighting)
        case lost(PeerIdentifier)
        /// The central is connected to it.
        case linked(KnownPeripheral)
        /// The time in which signals are compared is over.
        case listened
        /// The limit of the search has come.
        case limit
    }

    let condition: PeripheralSearch.Condition
    private var known: [PeerIdentifier: KnownPeripheral] = [:]
    /// Those that match, in the order in which they were found.
    private var matching: [PeerIdentifier] = []
    private var isListChanged = false
    private var rule: Rule?
    private var hasListened = false

    init(_ condition: PeripheralSearch.Condition, known: [KnownPeripheral]) {
        self.condition = condition
        for peripheral in known {
            self.known[peripheral.identifier] = peripheral
            check(peripheral.identifier)
        }
    }

    // MARK: Choosing by a rule

    /// Begins to choose by a rule; what is known without a scan may be enough.
    mutating func start(_ rule: Rule) -> Peripheral? {
        self.rule = rule
        return choice
    }

    /// Whether signals are being compared.
    var isListening: Bool {
        if case .strongest = rule { !matching.isEmpty && !hasListened } else { false }
    }

    /// How long signals are compared.
    var listeningTime: Nanoseconds {
        if case .strongest(let time) = rule { time } else { .zero }
    }

    private var choice: Peripheral? {
        switch rule {
        case .first: matching.first.flatMap { known[$0]?.peripheral }
        case .strongest: hasListened ? strongest : nil
        case nil: nil
        }
    }

    private var strongest: Peripheral? {
        var best: KnownPeripheral?
        for identifier in matching {
            guard let candidate = known[identifier] else { continue }
            guard let rival = best?.meanStrength else {
                if best == nil || candidate.meanStrength != nil { best = candidate }
                continue
            }
            if let strength = candidate.meanStrength, strength > rival { best = candidate }
        }
        return best?.peripheral
    }

    // MARK: Lists for whoever is asked

    /// The list, if it has changed since the last call.
    mutating func newList() -> [Sighting]? {
        guard isListChanged else { return nil }
        isListChanged = false
        return matching.compactMap { known[$0]?.sighting }
    }

    // MARK: Events

    /// Takes an event; returns the peripheral if it is chosen, and throws if none was found in time.
    mutating func take(_ event: Event) throws -> Peripheral? {
        switch event {
        case .seen(let sighting):
            known[sighting.id, default: KnownPeripheral(sighting.peripheral)].hear(sighting)
            check(sighting.id)
        case .linked(let peripheral):
            if known[peripheral.identifier] == nil { known[peripheral.identifier] = peripheral }
            known[peripheral.identifier]?.services.formUnion(peripheral.services)
            check(peripheral.identifier)
        case .lost(let identifier):
            known[identifier] = nil
            guard let index = matching.firstIndex(of: identifier) else { return nil }
            matching.remove(at: index)
            isListChanged = true
        case .listened: hasListened = true
        case .limit:
            if case .strongest = rule, let strongest { return strongest }
            throw ClientError(matching.isEmpty ? .notFound : .deadlineExceeded, .find)
        }
        return choice
    }

    private mutating func check(_ identifier: PeerIdentifier) {
        guard let peripheral = known[identifier] else { return }
        let index = matching.firstIndex(of: identifier)
        let matches = condition.matches(peripheral)
        if matches, index == nil { matching.append(identifier) }
        if !matches, let index { matching.remove(at: index) }
        if matches || index != nil { isListChanged = true }
    }
}
