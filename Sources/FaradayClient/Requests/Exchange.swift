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
        try await write(writing)
        while true {
            let answer = try await inbox.next(wait)
            if case .value(let bytes) = answer.event, let result = try take(answer.place, bytes) {
                return result
            }
        }
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
        let reader = Reader(id: id, survivesDisconnection: false) { event in
            if case .ended(let error) = event { inbox.end(error) } else { inbox.add((place, event)) }
        }
        peripheral.core.perform { $0.addReader(reader, of: line.path) }
        return id
    }

    private func remove(_ reader: UInt64, _ line: RequestLine) {
        peripheral.core.perform { $0.removeReader(reader, of: line.path) }
        line.release(peripheral.core)
    }
}
