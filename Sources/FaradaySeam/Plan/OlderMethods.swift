/// Finds the methods of a delegate of which a newer one took the place.
///
/// A framework that has told its delegate more since some release has both methods, and calls one of them:
/// `centralManager(_:didDisconnectPeripheral:timestamp:isReconnecting:error:)` where the delegate has it, else
/// `centralManager(_:didDisconnectPeripheral:error:)`. A proxy has both, so it gets the newer call alone.
struct OlderMethods {
    let interface: Interface

    /// The methods, with the older one noted at those that took its place.
    func marked(_ methods: [Facade.DelegateMethod]) -> [Facade.DelegateMethod] {
        methods.map { method in
            var method = method
            let candidates = methods.compactMap { other in
                parameters(of: other, in: method).map { (member: other.member, parameters: $0) }
            }
            method.older = candidates.max { $0.parameters.count < $1.parameters.count }
            return method
        }
    }

    /// Which parameters of the newer method the older has: all its own are among them, and the first two labels are the same, so that both
    /// say that the same thing happened.
    private func parameters(of older: Facade.DelegateMethod, in newer: Facade.DelegateMethod) -> [Int]? {
        let (short, long) = (older.member.real, newer.member.real)
        guard older.isOptional, newer.isOptional, isImported(older), isImported(newer),
            short.form == .function, long.form == .function, short.name == long.name,
            short.parameters.count < long.parameters.count,
            short.parameters.prefix(2).map(\.label)
                == long.parameters.prefix(min(2, short.parameters.count)).map(\.label)
        else { return nil }
        var found: [Int] = []
        var next = 0
        for parameter in short.parameters {
            guard
                let place = long.parameters[next...].firstIndex(where: {
                    $0.label == parameter.label && $0.type == parameter.type
                })
            else { return nil }
            found.append(place)
            next = place + 1
        }
        return found
    }

    /// Of Objective-C: a protocol of Swift says itself, by default implementations, what goes on to what.
    private func isImported(_ method: Facade.DelegateMethod) -> Bool {
        interface.optionalRequirements.contains(method.member.symbol)
    }
}
