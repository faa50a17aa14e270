import BluetoothPort
import BluetoothTypes

/// Runs one channel's machine.
final class ChannelCore: Sendable {
    let time: Timekeeper
    let locate: @Sendable (ClientError) -> ClientError
    private let send: @Sendable (ChannelCommand) -> Void
    private let forget: @Sendable () -> Void
    private let driver = MachineDriver(ChannelMachine())
    private let reads = CallbackTable<Waiting.Finish<[UInt8]?>>()
    private let writes = CallbackTable<Write>()

    private struct Write: Sendable {
        let finish: Waiting.Finish<Void>
        let progress: (@Sendable (Int) -> Void)?
    }

    init(
        time: Timekeeper, locate: @escaping @Sendable (ClientError) -> ClientError,
        send: @escaping @Sendable (ChannelCommand) -> Void, forget: @escaping @Sendable () -> Void
    ) {
        (self.time, self.locate, self.send, self.forget) = (time, locate, send, forget)
    }

    var isOpen: Bool { driver.look { $0.end == nil } }

    func receive(within limit: Nanoseconds?) async throws -> [UInt8]? {
        let wait = wait(limit, .receiveFromChannel)
        return try await wait.value { finish in
            reads.add(finish, for: wait.id)
            perform { $0.read(wait.id) }
        } end: { [weak self] id, error in
            self?.cancel(id, error)
        }
    }

    func write(_ bytes: [UInt8]?, within limit: Nanoseconds?, _ progress: (@Sendable (Int) -> Void)?)
        async throws
    {
        let wait = wait(limit, .sendOnChannel)
        try await wait.value { finish in
            write(bytes, wait.id, progress, finish)
        } end: { [weak self] id, error in
            self?.cancel(id, error)
        }
    }

    func startWriting(
        _ bytes: [UInt8], _ progress: @escaping @Sendable (Int) -> Void,
        _ finish: @escaping Waiting.Finish<Void>
    ) -> UInt64 {
        let id = driver.nextNumber()
        write(bytes, id, progress, finish)
        return id
    }

    private func write(
        _ bytes: [UInt8]?, _ id: UInt64, _ progress: (@Sendable (Int) -> Void)?,
        _ finish: @escaping Waiting.Finish<Void>
    ) {
        writes.add(Write(finish: finish, progress: progress), for: id)
        perform { $0.write(id, bytes, isWatched: progress != nil) }
    }

    func cancel(_ id: UInt64, _ error: any Error) { perform { $0.cancel(id, error) } }

    private func wait(_ limit: Nanoseconds?, _ operation: ClientError.Operation) -> Waiting {
        Waiting(id: driver.nextNumber(), limit: limit, time: time) { [locate] in
            locate(ClientError(.deadlineExceeded, operation))
        }
    }

    func close() { perform { $0.close() } }

    func handle(_ event: ChannelEvent, _ judge: ChannelConnection.Judge) {
        switch event {
        case .received(let bytes): perform { $0.received(bytes) }
        case .sent(let count): perform { $0.sent(count) }
        case .closed(let problem):
            judge(problem) { [self] error in
                perform { $0.finish(error.map { .failed($0.reason, $0.underlying) } ?? .byPeer) }
            }
        }
    }

    private func perform(_ body: (inout ChannelMachine) -> Void) {
        driver.perform(body) { carryOut($0) }
    }

    private func carryOut(_ output: ChannelMachine.Output) {
        switch output {
        case .command(let command): send(command)
        case .read(let id, let result):
            reads.callback(id, isLast: true)?(result.mapError(located))
        case .written(let id, let failure):
            let result = failure.map { Result<Void, any Error>.failure(located($0)) } ?? .success(())
            writes.callback(id, isLast: true)?.finish(result)
        case .progress(let id, let count):
            writes.callback(id, isLast: false)?.progress?(count)
        case .forget: forget()
        }
    }

    private func located(_ failure: RequestFailure) -> any Error {
        if case .client(let error) = failure { locate(error) } else { failure.error }
    }
}
