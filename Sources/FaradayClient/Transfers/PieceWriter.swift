import BluetoothPort
import BluetoothTypes

/// Writes bytes piece by piece, each one after the peripheral has confirmed the one before.
final class PieceWriter: Sendable {
    private struct State {
        var position = 0
        /// The request under way.
        var request: UInt64?
        var isOver = false
    }

    private let peripheral: Peripheral
    private let path: CharacteristicPath
    private let bytes: [UInt8]
    /// The length of the pieces; `nil` for what fits into one packet.
    private let length: Int?
    private let progress: @Sendable (Int) -> Void
    private let finish: Waiting.Finish<Void>
    private let state = Lock(State())

    init(
        _ peripheral: Peripheral, _ path: CharacteristicPath, _ bytes: [UInt8], _ length: Int?,
        progress: @escaping @Sendable (Int) -> Void, finish: @escaping Waiting.Finish<Void>
    ) {
        (self.peripheral, self.path, self.bytes, self.length) = (peripheral, path, bytes, length)
        (self.progress, self.finish) = (progress, finish)
    }

    func start() {
        // Once a discovery is answered, both ends know how long their packets are (Core 6.0, Vol 3, Part F, 3.4.2).
        begin(.characteristics(path.service, [path.uuid])) { writer, _ in writer.writeNext() }
    }

    private func writeNext() {
        if let length { return write(length) }
        // A piece that fits into one packet is not sent in parts (Core 6.0, Vol 3, Part G, 4.9.4).
        begin(.maximumWriteLength(.withoutResponse)) { writer, reply in
            writer.write(max(1, min(reply.number, 512)))
        }
    }

    private func write(_ length: Int) {
        let start = state.withLock { $0.position }
        let end = min(bytes.count, start + length)
        begin(.write(path, Array(bytes[start..<end]))) { writer, _ in
            writer.state.withLock { $0.position = end }
            writer.progress(end)
            if end == writer.bytes.count { writer.end(.success(())) } else { writer.writeNext() }
        }
    }

    private func begin(_ kind: Request.Kind, _ then: @escaping @Sendable (PieceWriter, Reply) -> Void) {
        let id = peripheral.core.newRequest()
        let isOver = state.withLock { state in
            state.request = id
            return state.isOver
        }
        if isOver { return }
        peripheral.core.start(id, kind) { [self] result in
            switch result {
            case .success(let reply): then(self, reply)
            case .failure(let error): end(.failure(error))
            }
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { finish(result) }
    }

    func cancel(_ error: any Error) {
        let request = state.withLock { $0.isOver ? nil : $0.request }
        end(.failure(error))
        if let request { peripheral.core.cancel(request, error) }
    }
}
