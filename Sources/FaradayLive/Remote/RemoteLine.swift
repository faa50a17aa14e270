import BluetoothPort
import Dispatch
import PortProtocol

import class Foundation.Thread

/// The socket between a program and the server of its phone, and the thread that reads it. If the connection is lost, it is
/// made again.
final class RemoteLine: Sendable {
    private let endpoint: HCIEndpoint
    private let writer = SocketWriter()
    private let isStopping = Lock(false)
    private let running = DispatchGroup()

    /// The pauses before attempts to connect again, in milliseconds; the last one repeats.
    private static let pauses: [Int32] = [20, 50, 100, 200, 500, 1000]

    init(_ endpoint: HCIEndpoint) { self.endpoint = endpoint }

    /// Takes bytes to the server, from any thread.
    func carry(_ bytes: [UInt8]) {
        // The thread writes the rest, or finds out why that is not possible.
        if !writer.write(bytes) { writer.wake() }
    }

    // MARK: The thread

    /// Connects; fails if there is no server. After that `session` is told of each connection, and of each end of one.
    func start(_ session: RemoteSession) throws(LiveError) {
        let connection = try HCIConnection(endpoint)
        running.enter()
        let worker = Thread { [self] in
            run(connection, session)
            running.leave()
        }
        worker.name = "faraday.remote"
        worker.start()
    }

    func stop() {
        tellToStop()
        running.wait()
    }

    /// Ends the connection soon.
    func tellToStop() {
        isStopping.withLock { $0 = true }
        writer.wake()
    }

    private func run(_ first: HCIConnection, _ session: RemoteSession) {
        var next: HCIConnection? = first
        while let connection = next {
            writer.use(connection)
            session.begin()
            let problem = serve(connection, session)
            writer.use(nil)
            connection.close()
            session.lose()
            if let problem { Environment.log("Faraday: \(endpoint): \(problem)") }
            next = session.wantsConnection ? reconnect() : nil
        }
    }

    /// Reads until the connection ends; returns what is wrong with it, if that is worth a line.
    private func serve(_ connection: HCIConnection, _ session: RemoteSession) -> String? {
        while true {
            if isStopping.withLock({ $0 }) { return nil }
            let hasMore = !writer.flush()
            do {
                let bytes = try connection.readAvailable()
                if bytes.isEmpty {
                    connection.wait(reading: true, writing: hasMore, milliseconds: -1)
                } else {
                    try session.receive(bytes, .posting)
                }
            } catch let error as PortFrameProblem {
                return "this is no server of phones, or one of another version: \(error)"
            } catch {
                return nil
            }
        }
    }

    private func reconnect() -> HCIConnection? {
        for attempt in 0... {
            if isStopping.withLock({ $0 }) { return nil }
            if let connection = try? HCIConnection(endpoint) { return connection }
            let pause = Self.pauses[min(attempt, Self.pauses.count - 1)]
            _ = Descriptor.poll(-1, for: 0, milliseconds: pause)
        }
        return nil
    }
}
