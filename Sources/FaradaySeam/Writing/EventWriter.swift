/// Writes what a delegate is told as an enumeration of events.
struct EventWriter {
    let facade: Facade
    let access: String

    var methods: [Member] { told.map(\.member) }

    private var told: [Facade.DelegateMethod] {
        facade.delegates.flatMap(\.protocols).flatMap(\.methods).filter(\.isEvent)
    }

    func write(_ text: inout SourceText) {
        text.gap()
        text.line("/// What ``\(facade.realName)`` tells its delegate.")
        text.line("///")
        text.line(
            "/// Not all of it is made to go from one task to another. An event does: the object that tells it keeps no other copy."
        )
        for attribute in facade.attributes where attribute.hasPrefix("@available") { text.line(attribute) }
        text.block("\(access)enum \(facade.eventName): @unchecked Sendable") { text in
            for (method, event) in zip(told, events) {
                text.member(method.member) { text in
                    text.line("/// ``\(method.member.link)``")
                    if let older = method.older?.member {
                        text.line("///")
                        text.line("/// One of the two comes: this, or where the module is older")
                        text.line("/// ``\(older.link)``.")
                    }
                    text.line(event.declaration)
                }
            }
        }
    }

    struct Event {
        var name: String
        var declaration: String
        /// How the delegate's method makes it: `.didDiscover(peripheral: peripheral)`.
        var parameters: [Int]
    }

    /// The events in the order of the methods, each under a name of its own.
    var events: [Event] {
        let names = names
        return methods.map { member in
            let unique = names[member.symbol] ?? member.facade.name.bare
            let parameters = member.facade.parameters.indices.filter { !isSubject($0, member) }
            let values = parameters.map { index in
                let parameter = member.facade.parameters[index]
                return "\(parameter.name.bare): \(parameter.type)"
            }
            let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
            return Event(
                name: unique, declaration: "case \(Name.escaped(unique))\(list)", parameters: parameters)
        }
    }

    /// The names by the methods' symbols. The method with the fewest arguments has the shortest.
    private var names: [String: String] {
        var names: [String: String] = [:]
        let sorted = methods.sorted { first, second in
            (first.facade.parameters.count, first.title) < (second.facade.parameters.count, second.title)
        }
        for member in sorted {
            let short = shortName(of: member.facade)
            let labels = member.facade.parameters.compactMap { $0.label?.bare }
            let long = ([short] + labels.dropFirst().map(\.capitalized)).joined()
            let base = member.facade.name.bare
            let candidates = [short, long, base] + (2...99).map { "\(short)\($0)" }
            names[member.symbol] = candidates.first { !names.values.contains($0) } ?? base
        }
        return names
    }

    /// The object that tells is the one whose stream it is.
    private func isSubject(_ index: Int, _ member: Member) -> Bool {
        let real = facade.eventOwner?.real ?? facade.realName
        if case .object(_, real, _) = member.parameterConversions[index] { return index == 0 }
        return false
    }

    /// `didDiscover` of `centralManager(_:didDiscover:)`, `didUpdateState` of `centralManagerDidUpdateState(_:)`.
    private func shortName(of declaration: Declaration) -> String {
        let labels = declaration.parameters.compactMap { $0.label?.bare }
        if let label = labels.first, label.count > 3, declaration.parameters.count > 1 { return label }
        let base = declaration.name.bare
        let stem = (facade.eventOwner?.stem ?? facade.stem).uncapitalized
        let rest = base.hasPrefix(stem) ? String(base.dropFirst(stem.count)) : base
        return rest.isEmpty ? labels.first ?? base : rest.uncapitalized
    }
}

extension Facade {
    var eventName: String { (eventOwner?.stem ?? stem) + "Event" }
    /// Whether a stream of events stands in the place of delegates.
    var hasEvents: Bool { sendsEvents && !delegates.isEmpty }
}
