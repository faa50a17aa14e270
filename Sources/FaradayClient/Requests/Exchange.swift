import BluetoothPort
import BluetoothTypes

/// A request that is written to one characteristic and answered by others.
struct Exchange: Sendable {
    let peripheral: Peripheral
    /// What is written to.
    let request: CharacteristicPath
    /// What answers; the last one decides whose turn it is.
    let answers: [CharacteristicPath]
    let limit: Nanoseconds?
    /// What puts values together to frames, which are then handed on instead.
    var frames: (any FrameSource)?

    private typealias Answer = (place: Int, event: Reader.Event)

    /// How the request's characteristic is written.
    enum Writing: Sendable {
        case withResponse
        case withoutResponse
    }

    /// Subscribes, writes, and hands what comes then to `take`, with its place in `answers`, until that returns a result.
    func perform<Result>(
        _ write: (Writing) async throws -> Void, take: (Int, [UInt8]) throws -> Result?
    ) async throws -> Result {
        guard let limit else { return try await inTurn(write, take) }
        return try await withDeadline(limit) { try await inTurn(write, take) }
    }

    private func inTurn<Result>(
        _ write: (Writing) async throws -> Void, _ take: (Int, [UInt8]) throws -> Result?
    ) async throws -> Result {
        let lines = answers.map(peripheral.core.lines.line)
        let turns = lines[lines.count - 1].turns
        try await turns.begin(wait)
        defer { turns.end() }
        let writing = try await writing()

        let inbox = ValueQueue<Answer>()
        let readers = lines.indices.map { addReader($0, lines[$0], inbox) }
        defer { for (line, reader) in zip(lines, readers) { remove(reader, line) } }
        var unconfirmed = Set(lines.indices)
        while !unconfirmed.isEmpty {
            let answer = try await inbox.next(wait)
            if case .subscribed = answer.event { unconfirmed.remove(answer.place) }
        }
        // What came before the request does not answer it.
        _ = inbox.takeAll()
        guard let frames else {
            try await write(writing)
            return try await answer(in: inbox, take) { _ in }
        }
        frames.claim { result in
            switch result {
            case .success(let frame): inbox.add((0, .value(frame)))
            case .failure(let error): inbox.end(located(error))
            }
        }
        defer {
            // In their order: what nobody has looked at came last.
            frames.endClaim(keeping: inbox.takeAll().compactMap(\.event.value))
        }
        try await write(writing)
        return try await answer(in: inbox, take) { frames.keep($0) }
    }

    /// The answer; what is none goes to `decline`.
    private func answer<Result>(
        in inbox: ValueQueue<Answer>, _ take: (Int, [UInt8]) throws -> Result?, _ decline: ([UInt8]) -> Void
    ) async throws -> Result {
        while true {
            let answer = try await inbox.next(wait)
            guard case .value(let bytes) = answer.event else { continue }
            if let result = try take(answer.place, bytes) { return result }
            decline(bytes)
        }
    }

    private func located(_ error: FramingError) -> ClientError {
        peripheral.located(ClientError(.malformedFrame(error), .request), answers[0])
    }

    /// Subscribes, and waits until nothing has come for some time.
    func flush(_ quietPeriod: Nanoseconds) async throws -> Int {
        guard let limit else { return try await flushInTurn(quietPeriod) }
        return try await withDeadline(limit) { try await flushInTurn(quietPeriod) }
    }

    private func flushInTurn(_ quietPeriod: Nanoseconds) async throws -> Int {
        let line = peripheral.core.lines.line(answers[answers.count - 1])
        try await line.turns.begin(wait)
        defer { line.turns.end() }
        let inbox = ValueQueue<Answer>()
        let reader = addReader(0, line, inbox)
        defer { remove(reader, line) }
        while true {
            if case .subscribed = try await inbox.next(wait).event { break }
        }
        var count = 0
        let quiet = QuietPeriod(peripheral.core.central.time, quietPeriod) {
            inbox.add((0, .subscribed))
        }
        defer { quiet.end() }
        while true {
            // It says that the period is over: nothing else confirms a second time.
            guard case .value = try await inbox.next(wait).event else { break }
            count += 1
            quiet.restart()
        }
        line.dropFrames()
        return count
    }

    private var wait: Waiting {
        let core = peripheral.core
        return Waiting(id: core.central.nextNumber(), limit: nil, time: core.central.time) {
            peripheral.located(ClientError(.deadlineExceeded, .request), request)
        }
    }

    /// Connects and discovers, and looks how the characteristic may be written.
    private func writing() async throws -> Writing {
        var types = [request.uuid]
        // One discovery is enough for both.
        for answer in answers where answer.service == request.service && !types.contains(answer.uuid) {
            types.append(answer.uuid)
        }
        let found = try await peripheral.characteristics(of: request.service, types)
        let properties = found.first { $0.path == request }?.properties ?? []
        if !properties.contains(.write), properties.contains(.writeWithoutResponse) {
            return .withoutResponse
        }
        return .withResponse
    }

    private func addReader(_ place: Int, _ line: RequestLine, _ inbox: ValueQueue<Answer>) -> UInt64 {
        line.hold(peripheral.core)
        let id = peripheral.core.central.nextNumber()
        let isFramed = frames != nil
        peripheral.core.addReader(id, of: line.path, survivesDisconnection: false) { event in
            switch event {
            case .ended(let failure): inbox.end(failure.error)
            case .value where isFramed: break
            case .value, .subscribed: inbox.add((place, event))
            }
        }
        return id
    }

    private func remove(_ reader: UInt64, _ line: RequestLine) {
        peripheral.core.removeReader(reader, of: line.path)
        line.release(peripheral.core)
    }
}

extension Reader.Event {
    fileprivate var value: [UInt8]? { if case .value(let bytes) = self { bytes } else { nil } }
}

/// Tells once that nothing has happened for some time.
private final class QuietPeriod: Sendable {
    /// Counts restarts, so that alarms of earlier periods are known; `nil` when it is over.
    private let count = Lock<Int?>(0)
    private let time: Timekeeper
    private let length: Nanoseconds
    private let report: @Sendable () -> Void

    init(_ time: Timekeeper, _ length: Nanoseconds, _ report: @escaping @Sendable () -> Void) {
        (self.time, self.length, self.report) = (time, max(.zero, length), report)
        setAlarm(0)
    }

    /// Something has happened.
    func restart() {
        let number = count.withLock { count -> Int? in
            count = count.map { $0 + 1 }
            return count
        }
        if let number { setAlarm(number) }
    }

    func end() { count.withLock { $0 = nil } }

    private func setAlarm(_ number: Int) {
        time.wake(after: length) { [weak self] in
            guard let self else { return }
            let isOver = count.withLock { count in
                guard count == number else { return false }
                count = nil
                return true
            }
            if isOver { report() }
        }
    }
}
