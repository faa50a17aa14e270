import FaradayLive
import FaradaySimulation
import Foundation

/// Requests steps from another process on this machine. UI tests use it, because the app runs in another process.
///
/// ```swift
/// let remote = try RemoteControl()
/// app.launchEnvironment = remote.environment(scenario: "strap")  // an XCUIApplication
/// app.launch()
/// try remote.perform("walks away")
/// ```
///
/// Calls block; they may come from any thread.
public struct RemoteControl: Sendable {
    /// The reason why a step was not performed.
    public enum Failure: Error, Hashable, Sendable {
        /// No program listened on the port in time; with the system's reason.
        case unreachable(port: UInt16, String)
        /// The program accepted the step, but ended or did not answer in time.
        case noAnswer(step: String)
        /// The program does not have the step; with the program's text.
        case refused(String)
    }

    /// The port of 127.0.0.1 on which the other process listens.
    public let port: UInt16

    /// A control of a program that uses this port: `faraday serve --control`, or an app that is already running.
    public init(port: UInt16) { self.port = port }

    /// A control of a program that is about to be launched, on a port that is free now.
    public init() throws(LiveError) {
        let listener = try HCIListener(.tcpServer(host: "127.0.0.1", port: 0))
        defer { listener.close() }
        guard case .tcpServer(_, let port) = listener.endpoint else {
            preconditionFailure("a port of 127.0.0.1 became \(listener.endpoint)")
        }
        self.port = port
    }

    /// The environment variables for the program to launch: the scenario's name, and this control's port.
    public func environment(scenario: String) -> [String: String] {
        [Scenario.variable: scenario, ControlServer.portVariable: String(port)]
    }

    /// Requests a step, and waits until it was performed.
    ///
    /// A program that was just launched does not listen yet, so the request is repeated until `patience`, in seconds,
    /// has passed.
    public func perform(_ step: String, patience: TimeInterval = 30) throws(Failure) {
        let answer = try ask(step, patience)
        guard answer == "ok" else { throw Self.refusal(answer) }
    }

    /// Sends a command that acts on the other process's world, such as `device HR-1 move 30m`, and returns what it did, as
    /// a sentence. `Seeing.md` lists the commands.
    ///
    /// ```swift
    /// try remote.tell("device HR-1 away")  // "HR-1 is out of range"
    /// ```
    ///
    /// - Parameters:
    ///   - command: One line.
    ///   - patience: As in `perform(_:patience:)`.
    @discardableResult
    public func tell(_ command: String, patience: TimeInterval = 30) throws(Failure) -> String {
        let answer = try ask("faraday tell \(command)", patience)
        guard answer.hasPrefix("ok: ") else { throw Self.refusal(answer) }
        return String(answer.dropFirst(4))
    }

    private static func refusal(_ answer: String) -> Failure {
        .refused(String(answer.dropFirst(answer.hasPrefix("error: ") ? 7 : 0)))
    }

    /// Sends a line, and waits for the line that answers it.
    private func ask(_ line: String, _ patience: TimeInterval) throws(Failure) -> String {
        let answer = outsideWorlds {
            Result { () throws(Failure) -> String in try askOutside(line, patience) }
        }
        return try answer.get()
    }

    private func askOutside(_ line: String, _ patience: TimeInterval) throws(Failure) -> String {
        let deadline = Date(timeIntervalSinceNow: patience)
        let connection = try connect(before: deadline)
        defer { connection.close() }
        guard (try? connection.writeAvailable(Array((line + "\n").utf8))) != nil,
            let answer = Self.line(from: connection, before: deadline)
        else { throw Failure.noAnswer(step: line) }
        return answer
    }

    private func connect(before deadline: Date) throws(Failure) -> HCIConnection {
        while true {
            do throws(LiveError) {
                return try HCIConnection(.tcp(host: "127.0.0.1", port: port))
            } catch {
                guard Date() < deadline else {
                    if case .unreachable(_, let reason) = error {
                        throw Failure.unreachable(port: port, reason)
                    }
                    throw Failure.unreachable(port: port, "\(error)")
                }
                // Nothing tells when another process begins to listen on a port.
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }

    private static func line(from connection: HCIConnection, before deadline: Date) -> String? {
        var bytes: [UInt8] = []
        while true {
            let left = deadline.timeIntervalSinceNow
            guard left > 0 else { return nil }
            connection.wait(
                reading: true, writing: false, milliseconds: Int32(min(left * 1000 + 1, 3_600_000)))
            guard let more = try? connection.readAvailable() else { return nil }
            bytes += more
            if let feed = bytes.firstIndex(of: 0x0A) {
                return String(decoding: bytes[..<feed], as: UTF8.self)
            }
        }
    }
}

extension RemoteControl.Failure: CustomStringConvertible {
    /// The reason as text.
    public var description: String {
        switch self {
        case .unreachable(let port, let reason):
            "no program accepts steps on port \(port) of this machine: \(reason)"
        case .noAnswer(let step): "the program did not confirm the step '\(step)'"
        case .refused(let reason): reason
        }
    }
}
