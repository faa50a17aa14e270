import BluetoothPort
import PortProtocol

/// The server's end of the connection to a program: it opens ports for the program's managers, gives them its commands, and
/// takes their events to it.
///
/// What comes from the program goes in by one thread. Events come from the threads of ports.
package final class ProgramSession: Sendable {
    /// Takes bytes to the program; called without the lock.
    package typealias Carry = @Sendable ([UInt8], Delivery) -> Void

    private struct State {
        var reader = PortFrameReader()
        var provider: (any PortProvider)?
        var hello: PortFrame.Hello?
        var ports = ProgramPorts()
        var isOver = false
        /// How much has come before the hello.
        var strangeBytes = 0
    }

    /// As how many frames the opening of a manager counts.
    private static let weightOfOpening = 100
    /// So many bytes count as a frame.
    private static let bytesOfAFrame = 1024
    /// How many bytes may come before a hello is complete.
    private static let longestHello = 64 * 1024

    private let desk: any ProgramDesk
    private let carry: Carry
    private let onEnd: @Sendable () -> Void
    private let state = Lock(State())
    private let turns = ProgramTurns()

    /// `onEnd` is called when the session ends, so that its connection ends too.
    package init(
        _ desk: any ProgramDesk, carry: @escaping Carry, onEnd: @escaping @Sendable () -> Void = {}
    ) {
        (self.desk, self.carry, self.onEnd) = (desk, carry, onEnd)
    }

    /// What the program says of itself; `nil` before it has said it.
    package var hello: PortFrame.Hello? { state.withLock { $0.hello } }

    /// Whether the session has ended: the connection should end too, when all is written.
    package var isOver: Bool { state.withLock { $0.isOver } }

    // MARK: The connection

    /// Takes what has come from the program. Returns as how many frames it counts for who limits them: each frame is one, each
    /// KiB is one more, and the opening of a manager is a hundred more.
    @discardableResult package func receive(_ bytes: [UInt8]) -> Int {
        let isStrange = state.withLock { state in
            state.reader.add(bytes)
            if state.hello == nil { state.strangeBytes += bytes.count }
            return state.strangeBytes > Self.longestHello && state.hello == nil
        }
        var count = bytes.count / Self.bytesOfAFrame
        while true {
            let next = state.withLock { state -> Result<PortFrameReader.Incoming?, PortFrameProblem> in
                guard !state.isOver else { return .success(nil) }
                do throws(PortFrameProblem) {
                    return .success(try state.reader.next())
                } catch {
                    return .failure(error)
                }
            }
            switch next {
            case .success(nil):
                if isStrange, hello == nil { fail("it does not say hello first") }
                return count
            // A later version has it.
            case .success(.unknown): count += 1
            case .success(.frame(let frame)):
                count += 1
                if case .open = frame { count += Self.weightOfOpening }
                handle(frame)
            case .failure(let problem):
                fail("it sends what is no frame: \(problem)")
                return count
            }
        }
    }

    /// The connection has ended.
    package func close() { end(nil) }

    /// Ends the app: the program hears why.
    package func end(telling reason: String) {
        send(.end(reason), .posting)
        end(nil)
    }

    /// The program does what no program of ours does: it is told, and the session ends.
    package func fail(_ problem: String) {
        send(.refused(problem), .posting)
        end(problem)
    }

    private func end(_ problem: String?) {
        let closings = state.withLock { state -> [() -> Void]? in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state.ports.numbers.compactMap { state.ports.remove($0) }
        }
        guard let closings else { return }
        turns.end()
        desk.left(self, problem)
        for close in closings { close() }
        onEnd()
    }

    /// Sends a frame. In virtual time it returns when the program has taken it, if the program says when.
    package func send(_ frame: PortFrame, _ delivery: Delivery = .posting) {
        guard !isOver else { return }
        guard delivery != .posting, let turn = turns.begin() else { return carry(frame.bytes, delivery) }
        carry(PortFrame.inTurn(turn.number).bytes + frame.bytes, delivery)
        turn.wait()
    }

    /// Waits until the program's main queue runs, at most so long; whether it does.
    package func waitUntilReady(milliseconds: Int) -> Bool { turns.waitUntilReady(milliseconds) }

    // MARK: Frames

    private func handle(_ frame: PortFrame) {
        if case .hello(let hello) = frame { return greet(hello) }
        guard let provider = state.withLock({ $0.provider }) else {
            return fail("it does not say hello first")
        }
        switch frame {
        case .open(let number, let opening): open(number, opening, provider)
        case .close(let number): state.withLock { $0.ports.remove(number) }?()
        case .central(let number, let command, let call):
            let result = state.withLock { $0.ports.central(number) }?.send(command)
            answer(.result(result ?? .ignored), call)
        case .peripheral(let number, let command, let call):
            let result = state.withLock { $0.ports.peripheral(number) }?.send(command)
            answer(.result(result ?? .ignored), call)
        case .update(let number, let update, let call):
            let isSent = state.withLock { $0.ports.peripheral(number) }?.update(update)
            answer(.flag(isSent ?? false), call)
        case .accessories(let number, let command):
            state.withLock { $0.ports.accessories(number) }?.send(command)
        case .nearby(let number, let command): state.withLock { $0.ports.nearby(number) }?.send(command)
        case .ask(0, .authorization, let call): answer(.authorization(provider.authorization), call)
        case .ask(let number, let question, let call): answer(answer(to: question, number), call)
        case .misuse(let misuse): (provider as? any MisuseTaking)?.take(misuse)
        case .taken(let number): turns.take(number)
        case .hello, .welcome, .refused, .answer, .centralEvent, .peripheralEvent, .accessoriesEvent,
            .nearbyEvent, .appState, .end, .inTurn:
            fail("it sends what only a server sends")
        }
    }

    private func greet(_ hello: PortFrame.Hello) {
        guard state.withLock({ $0.hello == nil }) else { return fail("it says hello twice") }
        guard hello.version == PortFrame.version else {
            return fail(
                "it speaks version \(hello.version) of the protocol, and this server version \(PortFrame.version)"
            )
        }
        state.withLock { $0.hello = hello }
        switch desk.admit(hello, self) {
        case .failure(let refusal):
            send(.refused(refusal.reason))
            end(nil)
        case .success(let provider):
            state.withLock { $0.provider = provider }
            send(
                .welcome(
                    .init(
                        phone: provider.portName, authorization: provider.authorization,
                        nearby: (provider as? any NearbyProvider)?.nearbyCapabilities ?? Nearby.Capabilities()
                    )))
        }
    }

    private func answer(_ answer: PortFrame.Answer, _ call: UInt32) { send(.answer(answer, call: call)) }

    // MARK: Ports

    private func open(_ number: UInt32, _ opening: PortFrame.Opening, _ provider: any PortProvider) {
        let (isTaken, isFull) = state.withLock { ($0.ports.has(number), $0.ports.isFull) }
        guard !isTaken else { return fail("it opens manager \(number) twice") }
        guard !isFull else { return fail("it opens more than \(ProgramPorts.maximum) managers") }
        let sink = ProgramSink(number) { [weak self] frame, delivery in self?.send(frame, delivery) }
        switch opening {
        case .central(let options):
            let port = provider.openCentral(options, sink: sink)
            state.withLock { $0.ports.keep(port, sink) }
        case .peripheral(let options):
            let port = provider.openPeripheral(options, sink: sink)
            state.withLock { $0.ports.keep(port, sink) }
        case .accessories:
            let port = (provider as? any AccessoryProvider)?.openAccessorySession(sink: sink)
            state.withLock { [port = port ?? AbsentAccessoryPort(sink: sink)] in $0.ports.keep(port, sink) }
        case .nearby:
            let port = (provider as? any NearbyProvider)?.openNearbySession(sink: sink)
            state.withLock { [port = port ?? AbsentNearbyPort(sink: sink)] in $0.ports.keep(port, sink) }
        }
        // The session may have ended on another thread meanwhile, with the ports that it had.
        if isOver { state.withLock { $0.ports.remove(number) }?() }
    }

    private func answer(to question: PortFrame.Question, _ number: UInt32) -> PortFrame.Answer {
        let (central, peripheral) = state.withLock { ($0.ports.central(number), $0.ports.peripheral(number)) }
        if case .authorization = question {
            guard let authorization = central?.authorization ?? peripheral?.authorization else {
                return .none
            }
            return .authorization(authorization)
        }
        return central.map { question.answer(of: $0) } ?? .none
    }
}

extension PortFrame.Question {
    fileprivate func answer(of port: any CentralPort) -> PortFrame.Answer {
        switch self {
        case .authorization: .authorization(port.authorization)
        case .traits: .traits(port.traits)
        case .retrieve(let peers): .peers(port.retrieve(peers))
        case .retrieveConnected(let services): .peers(port.retrieveConnected(with: services))
        case .canSendWriteWithoutResponse(let peer): .flag(port.canSendWriteWithoutResponse(to: peer))
        case .maximumWriteLength(let peer, let type): .number(port.maximumWriteLength(to: peer, type))
        case .mtu(let peer): .number(port.mtu(of: peer))
        case .isNotificationSharingAuthorized(let peer):
            .flag(port.isNotificationSharingAuthorized(for: peer))
        case .hasOpenRequests(let peer): .flag(port.hasOpenRequests(to: peer))
        }
    }
}
