import BluetoothPort
import BluetoothTypes
import FaradaySimulation

/// What a run of a case draws, and what fails in it: kept with its world.
package final class RunNotes: Sendable {
    /// A value that the body took with `World.parameter`.
    package struct Parameter: Hashable, Sendable, Codable {
        package let name: String
        package let lowest: Int
        package let highest: Int
        package let value: Int
    }

    /// Something that went wrong, in the order in which it was seen.
    package struct Failure: Sendable {
        package let signature: FailureSignature
        package let message: String
        /// The virtual time at which it was seen.
        package let time: Instant
        /// The line to which it belongs, if known.
        package let place: SourcePlace?
        /// What the report says about the world at that moment.
        package let snapshot: WorldSnapshot?

        package init(
            _ signature: FailureSignature, _ message: String, time: Instant, at place: SourcePlace? = nil,
            snapshot: WorldSnapshot? = nil
        ) {
            self.signature = signature
            self.message = message
            self.time = time
            self.place = place
            self.snapshot = snapshot
        }

        /// The world as the report tells it: of that moment if it was kept, otherwise the present one, up to that moment.
        package func snapshot(in world: World) -> WorldSnapshot {
            snapshot ?? world.snapshot().focused(on: time)
        }
    }

    private struct State {
        var parameters: [Parameter] = []
        var failures: [Failure] = []
        var parameterWasTaken: (@Sendable (Parameter) -> Void)?
    }

    /// How many failures of one run are kept.
    private static let capacity = 50

    package let explored: ExploredCase
    private let state = Lock(State())

    package init(_ explored: ExploredCase) { self.explored = explored }

    /// The notes of the run whose code calls this, if it is a run of a case.
    package static func ofCaller(_ world: World?) -> RunNotes? { world?.kept(as: RunNotes.self) }

    /// The parameters that the body took, in that order.
    package var parameters: [Parameter] { state.withLock { $0.parameters } }

    /// Calls `handler` for each parameter as soon as the body takes it.
    func onParameter(_ handler: @escaping @Sendable (Parameter) -> Void) {
        state.withLock { $0.parameterWasTaken = handler }
    }

    package var failures: [Failure] { state.withLock { $0.failures } }

    package func note(_ failure: Failure) {
        state.withLock { state in
            if state.failures.count < Self.capacity { state.failures.append(failure) }
        }
    }

    /// The value of a parameter: the case's, or one drawn from its seed.
    func take(_ name: String, from lowest: Int, to highest: Int) -> Int {
        let (value, new, handler) = state.withLock {
            state -> (Int, Parameter?, (@Sendable (Parameter) -> Void)?) in
            if let known = state.parameters.first(where: { $0.name == name }) {
                return (min(max(known.value, lowest), highest), nil, nil)
            }
            var entropy = CaseEntropy(seed: explored.seed, "parameter " + name)
            let span = UInt64(bitPattern: Int64(highest &- lowest))
            let drawn = span == .max ? entropy.next() : entropy.below(span + 1)
            let value = explored.parameters[name] ?? (lowest &+ Int(truncatingIfNeeded: drawn))
            let parameter = Parameter(
                name: name, lowest: lowest, highest: highest, value: min(max(value, lowest), highest))
            state.parameters.append(parameter)
            return (parameter.value, parameter, state.parameterWasTaken)
        }
        if let new { handler?(new) }
        return value
    }
}
