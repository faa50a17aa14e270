import BluetoothPort
import FaradayLive
import FaradaySimulation
import Foundation

extension Scenario {
    /// The environment variable with the name of the scenario to start.
    public static let variable = "FARADAY_SCENARIO"

    /// The reason why a scenario was not started.
    public enum LaunchError: Error, Hashable, Sendable {
        /// `FARADAY_SCENARIO` names an unknown scenario.
        case unknown(String, known: [String])
        /// `FARADAY_CONTROL` is not a port number.
        case badPort(String)
        /// The process cannot listen on the port.
        case portTaken(UInt16, LiveError)
    }

    /// The server of the scenario with which this process was launched.
    private static let server = Lock<ControlServer?>(nil)

    /// Starts the scenario that `FARADAY_SCENARIO` names. Accepts steps from other processes on the port in
    /// `FARADAY_CONTROL`, until the process ends. Without a scenario's name it does nothing and returns `nil`.
    ///
    /// Call it before the app creates its first manager, in builds for simulators and tests:
    ///
    /// ```swift
    /// do {
    ///     try Scenario.launch(from: [.strap])
    /// } catch {
    ///     fatalError("\(error)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scenarios: The available scenarios.
    ///   - speed: The speed of the world relative to the real clock.
    ///   - environment: The environment variables; by default those of the process.
    @discardableResult
    public static func launch(
        from scenarios: [Scenario], speed: Double = 1,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(LaunchError) -> Stage? {
        guard let name = environment[variable], !name.isEmpty else { return nil }
        guard let scenario = scenarios.first(where: { $0.name == name }) else {
            throw LaunchError.unknown(name, known: scenarios.map(\.name))
        }
        var port: UInt16?
        if let text = environment[ControlServer.portVariable], !text.isEmpty {
            guard let number = UInt16(text), number > 0 else { throw LaunchError.badPort(text) }
            port = number
        }
        let stage = scenario.start(speed: speed)
        guard let port else { return stage }
        do throws(LiveError) {
            let server = try ControlServer(stage.steps, port: port, world: stage.world)
            Self.server.withLock { $0 = server }
        } catch {
            throw LaunchError.portTaken(port, error)
        }
        return stage
    }
}

extension Scenario.LaunchError: CustomStringConvertible {
    /// The reason as text.
    public var description: String {
        switch self {
        case .unknown(let name, let known):
            "FARADAY_SCENARIO names the unknown scenario '\(name)'; there are: "
                + known.joined(separator: ", ")
        case .badPort(let text): "FARADAY_CONTROL must be a port number, not '\(text)'"
        case .portTaken(let port, let error):
            "can't listen for steps on port \(port): \(Self.reason(of: error))"
        }
    }

    private static func reason(of error: LiveError) -> String {
        switch error {
        case .unreachable(_, let reason), .failed(_, let reason): reason
        default: "\(error)"
        }
    }
}
