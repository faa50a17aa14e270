import BluetoothPort
import Foundation

/// Performs the steps of a visit.
protocol DoctorRunner {
    func perform(_ step: DoctorStep) -> DoctorOutcome
}

#if os(macOS) || os(Linux)
/// Performs them in processes, each with a limit: a program that runs on is ended, with what it has started.
final class ProcessRunner: DoctorRunner, Sendable {
    /// The folder for the files of steps.
    let folder: String
    private let environment: [String: String]
    private let current = Lock<(status: Int32?, isStopped: Bool)>((nil, false))
    /// Signalled when a program has ended, or the visit is stopped.
    private let news = DispatchSemaphore(value: 0)
    /// How long a program may take to end when it is asked to, and its output to arrive.
    private static let grace = 5.0

    /// Variables that tests and apps read are left out, but for those that name a controller.
    init(folder: String, environment: [String: String]) {
        self.folder = folder
        self.environment = environment.filter {
            !$0.key.hasPrefix("FARADAY_") || ["FARADAY_HCI", "FARADAY_STORE"].contains($0.key)
        }
    }

    /// Ends the program that runs, and lets no other begin. Callable from any thread.
    func stop() {
        current.withLock { $0.isStopped = true }
        news.signal()
    }

    func perform(_ step: DoctorStep) -> DoctorOutcome {
        if current.withLock({ $0.isStopped }) { return .interrupted }
        do { try write(step.files) } catch { return .notWritten(Self.words(error)) }
        guard let path = place(of: step.program) else { return .notFound }
        let program: RunningProgram
        do throws(Spawn.Problem) {
            program = try RunningProgram(
                [path] + step.arguments, environment: environment.merging(step.environment) { $1 }
            ) { [current, news] status in
                current.withLock { $0.status = status }
                news.signal()
            }
        } catch {
            return .notStarted(error.reason)
        }
        let deadline = DispatchTime.now() + .seconds(step.limit)
        var status = wait(until: deadline)
        let isLate = status == nil
        if isLate {
            // As Ctrl-C does, so that it can end its own processes; then without asking.
            program.send(SIGINT)
            status = wait(until: .now() + Self.grace, evenIfStopped: true)
        }
        // What it has left behind goes too.
        program.send(SIGKILL)
        if status == nil { status = wait(until: .distantFuture, evenIfStopped: true) }
        let isStopped = current.withLock { current in
            current.status = nil
            return current.isStopped
        }
        let output = program.output(waiting: Self.grace)
        if isStopped { return .interrupted }
        if isLate { return .late(output: output) }
        return Self.outcome(status ?? 0, output)
    }

    /// The status with which the program has ended; `nil` if it runs on, or if somebody stops the visit.
    private func wait(until deadline: DispatchTime, evenIfStopped: Bool = false) -> Int32? {
        while true {
            let (status, isStopped) = current.withLock { ($0.status, $0.isStopped) }
            if let status { return status }
            if isStopped, !evenIfStopped { return nil }
            if news.wait(timeout: deadline) == .timedOut { return current.withLock { $0.status } }
        }
    }

    /// What the system's status means.
    private static func outcome(_ status: Int32, _ output: String) -> DoctorOutcome {
        let signal = status & 0x7F
        return signal == 0
            ? .ended(status: (status >> 8) & 0xFF, output: output) : .endedBySignal(signal, output: output)
    }

    private func write(_ files: [DoctorStep.File]) throws {
        for file in files {
            let place = URL(fileURLWithPath: folder).appendingPathComponent(file.path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: place)
        }
    }

    /// A program's path, as a shell finds it.
    private func place(of program: String) -> String? {
        let candidates =
            program.contains("/")
            ? [program] : (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
        return candidates.first { FilePlace($0).isFile && FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func words(_ error: any Error) -> String {
        let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return (reason ?? error as NSError).localizedDescription
    }
}

/// A program with what it prints, which is read while it runs so that it need not wait.
private final class RunningProgram: Sendable {
    private let number: pid_t
    private let bytes = Lock<[UInt8]>([])
    private let outputEnd = DispatchSemaphore(value: 0)
    /// How much of its output is kept at least: the last bytes.
    private static let limit = 1 << 20

    init(
        _ arguments: [String], environment: [String: String], onEnd: @escaping @Sendable (Int32) -> Void
    ) throws(Spawn.Problem) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Spawn.Problem(reason: String(cString: strerror(errno))) }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(writing) }
        do throws(Spawn.Problem) {
            number = try Spawn.start(arguments, environment: environment, output: writing)
        } catch {
            close(reading)
            throw error
        }
        Thread.detachNewThread { [self] in readAll(reading) }
        Thread.detachNewThread { [number] in
            var status: Int32 = 0
            while waitpid(number, &status, 0) < 0, errno == EINTR {}
            onEnd(status)
        }
    }

    private func readAll(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes.withLock { bytes in
                bytes += buffer[..<count]
                if bytes.count > 2 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
            }
        }
        close(descriptor)
        outputEnd.signal()
    }

    /// To it and to all that it has started. Its group has its number while anything of it is there.
    func send(_ signal: Int32) { kill(-number, signal) }

    /// All that it printed, or what has come after some seconds: a program that has left the group may keep the pipe open.
    func output(waiting seconds: Double) -> String {
        _ = outputEnd.wait(timeout: .now() + seconds)
        return String(decoding: bytes.withLock { $0 }, as: UTF8.self)
    }
}
#endif
