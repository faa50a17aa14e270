import BluetoothPort

/// Things that somebody else may have done to a world, by name: a UI test in another process, or `faraday step`.
///
/// Whoever performs a step runs its action, on the same thread. May be used from any thread.
public final class Steps: Sendable {
    /// A step was asked for that nobody added.
    public struct Unknown: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was asked for.
        public let name: String
        /// What there is.
        public let known: [String]

        /// The step that is not there, and those that are.
        public var description: String {
            let list = known.isEmpty ? "there are none" : "there are: " + known.joined(separator: ", ")
            return "there is no step '\(name)'; \(list)"
        }
    }

    private let actions = Lock<[(name: String, action: @Sendable () -> Void)]>([])

    /// Creates an empty list.
    public init() {}

    /// The names, in the order in which the steps were added.
    public var names: [String] { actions.withLock { $0.map(\.name) } }

    /// Adds a step, or replaces the one of the same name.
    public func add(_ name: String, _ action: @escaping @Sendable () -> Void) {
        actions.withLock { actions in
            if let index = actions.firstIndex(where: { $0.name == name }) {
                actions[index].action = action
            } else {
                actions.append((name, action))
            }
        }
    }

    /// Runs the action of a step; throws `Unknown` when there is none of that name.
    public func perform(_ name: String) throws(Unknown) {
        let (action, known) = actions.withLock { actions in
            (actions.first { $0.name == name }?.action, actions.map(\.name))
        }
        guard let action else { throw Unknown(name: name, known: known) }
        action()
    }
}
