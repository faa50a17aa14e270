import BluetoothPort
import Dispatch
import PortProtocol

/// A program's end of the connection to the server of its phone: it numbers calls, waits for their answers, and brings events
/// to managers.
///
/// Calls come from any thread. What comes from the server goes in by one thread.
final class RemoteSession: Sendable {
    /// How far the connection is.
    enum Phase: Hashable, Sendable {
        /// The server has not answered yet.
        case opening
        case open(PortFrame.Welcome)
        /// The server takes no such program; with its reason.
        case refused(String)
        /// There is no connection at present.
        case lost
        /// The system has ended the app; with the reason. Nothing more comes.
        case ended(String)
    }

    fileprivate struct State {
        var phase = Phase.lost
        var reader = PortFrameReader()
        var managers = RemoteManagers()
        var calls: [UInt32: RemoteCall] = [:]
        var nextCall: UInt32 = 1
        /// What the phone was when it was last heard of.
        var welcome: PortFrame.Welcome?
        /// The number of the turn in which the next event comes.
        var turn: UInt32?
    }

    /// Takes bytes to the server; called without the lock.
    struct Carrier: Sendable {
        let carry: @Sendable ([UInt8]) -> Void
    }

    private let hello: PortFrame.Hello
    private let carrier: Carrier
    /// Whether a server in virtual time may wait for this program.
    private let takesTurns: Bool
    /// Where managers get their events in real time. A manager may call the phone from its callback, and waits for the answer
    /// then: the thread that brings answers must not be the one that waits.
    private let deliveries = DispatchQueue(label: "faraday.remote.events")
    private let state = Lock(State())

    init(_ hello: PortFrame.Hello, _ carrier: Carrier, takesTurns: Bool = false) {
        (self.hello, self.carrier, self.takesTurns) = (hello, carrier, takesTurns)
    }

    /// Signalled when the server has answered for the first time, or the first connection is lost.
    private let hasAnswer = DispatchSemaphore(value: 0)

    /// Whether another connection may bring more.
    var wantsConnection: Bool { state.withLock { !$0.isOver && $0.welcome != nil } }

    /// Waits for the server's first answer.
    func firstAnswer(milliseconds: Int) -> Phase {
        _ = hasAnswer.wait(timeout: .now() + .milliseconds(milliseconds))
        return state.withLock { $0.phase }
    }

    var welcome: PortFrame.Welcome? { state.withLock { $0.welcome } }

    // MARK: The connection

    /// There is a connection, over which nothing has passed.
    func begin() {
        state.withLock { state in
            (state.phase, state.reader, state.turn) = (.opening, PortFrameReader(), nil)
        }
        send(.hello(hello))
    }

    /// There is no connection any more.
    func lose() {
        let (calls, errands) = state.withLock { state in
            defer { state.calls = [:] }
            guard !state.isOver else { return (state.calls, [RemoteManagers.Errand]()) }
            let wasOpen = state.isOpen
            state.phase = .lost
            return (state.calls, wasOpen ? state.managers.lose() : [])
        }
        hasAnswer.signal()
        for call in calls.values { call.complete(.none) }
        for errand in errands { deliver(errand, .posting) }
    }

    /// Takes what has come from the server. Throws if that is not of this protocol: the connection is of no use then.
    func receive(_ bytes: [UInt8], _ delivery: Delivery) throws(PortFrameProblem) {
        state.withLock { $0.reader.add(bytes) }
        while let incoming = try next() {
            // What a later version has beyond this one says nothing to this program.
            guard case .frame(let frame) = incoming else { continue }
            handle(frame, delivery)
        }
    }

    private func next() throws(PortFrameProblem) -> PortFrameReader.Incoming? {
        let result = state.withLock { state -> Result<PortFrameReader.Incoming?, PortFrameProblem> in
            do throws(PortFrameProblem) {
                return .success(try state.reader.next())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func handle(_ frame: PortFrame, _ delivery: Delivery) {
        switch frame {
        case .answer(let answer, let number):
            state.withLock { $0.calls.removeValue(forKey: number) }?.complete(answer)
        case .welcome(let welcome):
            let frames = state.withLock { state -> [PortFrame] in
                guard state.phase == .opening else { return [] }
                (state.phase, state.welcome) = (.open(welcome), welcome)
                return state.managers.reopenings
            }
            for frame in frames { send(frame) }
            hasAnswer.signal()
            if takesTurns { DispatchQueue.main.async { self.tell(.taken(0)) } }
        case .refused(let reason):
            state.withLock { $0.phase = .refused(reason) }
            hasAnswer.signal()
        case .end(let reason): state.withLock { $0.phase = .ended(reason) }
        case .inTurn(let turn): state.withLock { $0.turn = turn }
        default:
            let (errand, turn) = state.withLock { state in
                defer { state.turn = nil }
                return (state.isOpen ? state.managers.errand(of: frame) : nil, state.turn)
            }
            if let turn { return deliver(errand, in: turn) }
            if let errand { deliver(errand, delivery) }
        }
    }

    private func deliver(_ errand: RemoteManagers.Errand, _ delivery: Delivery) {
        // Virtual time goes on when the event has been taken.
        guard delivery == .posting else { return errand.run(delivery) }
        deliveries.async { errand.run(.posting) }
    }

    /// Brings an event to its manager, and says when the app has taken it, with what its callback put on the main queue.
    private func deliver(_ errand: RemoteManagers.Errand?, in turn: UInt32) {
        deliveries.async {
            errand?.run(.waiting)
            DispatchQueue.main.async { self.tell(.taken(turn)) }
        }
    }

    /// Returns when managers have the events that came before.
    func settle() { deliveries.sync {} }

    // MARK: Calls of the program

    /// Opens a manager; while there is no connection, it is opened when there is one again.
    func open(_ open: (inout RemoteManagers) -> (UInt32, PortFrame)) -> UInt32 {
        let (number, frame, isOpen) = state.withLock { state in
            let (number, frame) = open(&state.managers)
            return (number, frame, state.isOpen)
        }
        if isOpen { send(frame) }
        return number
    }

    /// Whether a manager of this number is open.
    func has(_ number: UInt32) -> Bool { state.withLock { $0.managers.has(number) } }

    func close(_ number: UInt32) {
        let isOpen = state.withLock { $0.managers.close(number) && $0.isOpen }
        if isOpen { send(.close(number)) }
    }

    /// Sends a frame that gets no answer.
    func tell(_ frame: PortFrame) {
        if state.withLock({ $0.isOpen }) { send(frame) }
    }

    /// Sends a frame with a call number, and waits for the answer; `none` if there is no connection, or it is lost meanwhile.
    func call(_ frame: (UInt32) -> PortFrame) -> PortFrame.Answer {
        let made = state.withLock { state -> (PortFrame, RemoteCall)? in
            guard state.isOpen else { return nil }
            let (number, call) = (state.nextCall, RemoteCall())
            state.nextCall &+= 1
            state.calls[number] = call
            return (frame(number), call)
        }
        guard let (frame, call) = made else { return .none }
        send(frame)
        return call.wait()
    }

    private func send(_ frame: PortFrame) { carrier.carry(frame.bytes) }
}

extension RemoteSession.State {
    fileprivate var isOpen: Bool { if case .open = phase { true } else { false } }

    /// Whether nothing more comes, also not by another connection.
    fileprivate var isOver: Bool {
        switch phase {
        case .refused, .ended: true
        case .opening, .open, .lost: false
        }
    }
}
