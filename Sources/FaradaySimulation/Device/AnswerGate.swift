import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A gate that requests of centrals pass before a characteristic answers them: at once, later, never, or with an error.
///
/// The test keeps the gate and changes it while the device runs. One gate may serve several characteristics.
///
/// ```swift
/// let gate = AnswerGate()
/// world.add(
///     DeviceDefinition(name: "Lock") {
///         DeviceAdvertising(services: ["FF00"])
///         DeviceService("FF00") {
///             DeviceCharacteristic("FF01", [.read, .write], value: [1]).gated(reads: gate, writes: gate)
///         }
///     })
/// gate.failNext(with: .insufficientResources)  // the next request
/// gate.error = .unlikelyError  // every request, until it is nil again
/// gate.delay = .seconds(2)  // every request waits that long
/// gate.close()  // every request waits for open()
/// ```
///
/// The error and the delay of a request are those that the gate has when the request arrives. A refused request does
/// not reach the handler, and a refused write changes nothing. A Write Command has no answer, so the central does not
/// learn that it was refused. A central waits 30 s for an answer; then the link ends (Core 6.0, Vol 3, Part F, 3.3.3;
/// behaviour 4.28). A long value is read with several requests, and written with one.
/// Requests for descriptors, and subscriptions, don't pass a gate.
///
/// May be used from any thread and from callbacks.
public final class AnswerGate: Sendable {
    private struct State {
        var delay = Nanoseconds.zero
        var error: ATT.ErrorCode?
        var failures: [ATT.ErrorCode] = []
        var isOpen = true
        /// The requests whose time has come while the gate was closed.
        var held: [Held] = []
        var waitingCount = 0
    }

    private struct Held: Sendable {
        weak var world: World?
        let answer: @Sendable () -> Void
    }

    private let state = Lock(State())

    /// Creates an open gate without error and without delay.
    public init() {}

    /// The error that every request gets; `nil` for none.
    public var error: ATT.ErrorCode? {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }

    /// How long every request waits before it is answered, in virtual time; not longer than 30 s, if the link is to
    /// survive it.
    public var delay: Nanoseconds {
        get { state.withLock { $0.delay } }
        set { state.withLock { $0.delay = newValue } }
    }

    /// Whether requests pass. A closed gate holds them until `open()`.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// How many requests have arrived and have not passed yet.
    public var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// The next requests get this error, before `error` counts again. Calls add up: each error is used in turn.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - count: How many requests get it.
    public func failNext(with error: ATT.ErrorCode, count: Int = 1) {
        state.withLock { $0.failures += Array(repeating: error, count: max(0, count)) }
    }

    /// Holds all requests from now on. Delays go on while the gate is closed.
    public func close() { state.withLock { $0.isOpen = false } }

    /// Lets the held requests pass, in the order of their arrival, and all later ones.
    public func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for request in held { request.world?.after(.zero) { self.release(request.answer) } }
    }

    /// A request arrives: calls `answer` when it passes, at once or later, with the error that it gets.
    package func pass(in world: World, _ answer: @escaping @Sendable (ATT.ErrorCode?) -> Void) {
        let (error, delay) = state.withLock { state in
            state.waitingCount += 1
            return (state.failures.isEmpty ? state.error : state.failures.removeFirst(), state.delay)
        }
        let request = { @Sendable in answer(error) }
        guard delay > .zero else { return reach(world, request) }
        world.after(delay) { [weak world] in
            if let world { self.reach(world, request) }
        }
    }

    /// The delay of a request is over.
    private func reach(_ world: World, _ request: @escaping @Sendable () -> Void) {
        let isOpen = state.withLock { state in
            if !state.isOpen { state.held.append(Held(world: world, answer: request)) }
            return state.isOpen
        }
        if isOpen { release(request) }
    }

    private func release(_ request: @Sendable () -> Void) {
        state.withLock { $0.waitingCount -= 1 }
        request()
    }
}
