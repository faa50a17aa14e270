import FaradayLive
import FaradaySimulation

/// Performs steps for other processes of this machine: a UI test, or `faraday step`.
///
/// It listens on a TCP port of 127.0.0.1. A client sends the name of a step as a line of UTF-8; the server answers with
/// a line and closes the connection. The line is `ok` after the step's action has run, or `error: ` and the reason.
/// With a world it takes `faraday tell COMMAND` too, as the port of `faraday serve` does; the answer is then `ok: ` and a
/// sentence.
///
/// ```swift
/// let steps = Steps()
/// steps.add("walks away") { strap.move(to: .outOfRange) }
/// let server = try ControlServer(steps, port: 6403)
/// ```
///
/// Actions run on the server's thread. The server may be used from any thread.
public final class ControlServer: Sendable {
    /// The port that `faraday` uses by default.
    public static let usualPort: UInt16 = 6403
    /// The environment variable with the port of an app.
    public static let portVariable = "FARADAY_CONTROL"

    /// The port on which it listens.
    public let port: UInt16
    private let service: ListeningService

    /// Listens until `stop` is called or the server is released. Port 0 selects a free port.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - port: A port of 127.0.0.1.
    ///   - world: The world for commands; `nil` takes none. The server does not keep it alive.
    ///   - onStep: Called with each step that was performed, on the server's thread.
    public init(
        _ steps: Steps, port: UInt16 = ControlServer.usualPort, world: World? = nil,
        onStep: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LiveError) {
        let service = try ListeningService(port: port)
        self.service = service
        self.port = service.port
        let desk = world.map(WorldDesk.of)
        let mark = String(decoding: TextDoor.mark, as: UTF8.self)
        let loop = ControlLoop(service.listener, service.waker, service.isStopping) { line in
            if let desk, line.hasPrefix(mark) {
                return TextDoor.answer(String(line.dropFirst(mark.count)), of: desk)
                    ?? "error: the port of --hci has the feed, not this one"
            }
            do throws(Steps.Unknown) {
                try steps.perform(line)
                onStep(line)
                return "ok"
            } catch {
                return "error: \(error)"
            }
        }
        service.start("faraday.control") { loop.run() }
    }

    deinit { service.tellToStop() }

    /// Stops listening, and waits until a running step has ended. Must not be called from a step.
    public func stop() { service.stop() }
}
