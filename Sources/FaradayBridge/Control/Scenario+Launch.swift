import BluetoothPort
import FaradayLive
import FaradaySimulation
import Foundation

extension Scenario {
    /// The environment variable that names the scenario to start.
    public static let variable = "FARADAY_SCENARIO"

    /// Why a scenario was not started.
    public enum LaunchError: Error, Hashable, Sendable {
        /// `FARADAY_SCENARIO` names none of those that there are.
        case unknown(String, known: [String])
        /// `FARADAY_CONTROL` is not the number of a port.
        case badPort(String)
        /// The port can't be listened on.
        case portTaken(UInt16, LiveError)
    }

    /// The server of the scenario that this process was launched with.
    private static let server = Lock<ControlServer?>(nil)

    /// Starts the scenario that `FARADAY_SCENARIO` names, and takes steps from other processes on the port that
    /// `FARADAY_CONTROL` names, until the process ends. Does nothing, and returns `nil`, without a scenario's name.
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
    ///   - scenarios: Those that can be asked for.
    ///   - speed: How many times as fast as the clock the world goes.
    ///   - environment: Where the variables are; those of the process.
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
            let server = try ControlServer(stage.steps, port: port)
            Self.server.withLock { $0 = server }
        } catch {
            throw LaunchError.portTaken(port, error)
        }
        return stage
    }
}

extension Scenario.LaunchError: CustomStringConvertible {
    /// What is wrong with the launch, in words.
    public var description: String {
        switch self {
        case .unknown(let name, let known):
            "FARADAY_SCENARIO names '\(name)'; there are: " + known.joined(separator: ", ")
        case .badPort(let text): "FARADAY_CONTROL is the number of a port, not '\(text)'"
        case .portTaken(let port, let error):
            "steps can't be taken on port \(port): \(Self.reason(of: error))"
        }
    }

    private static func reason(of error: LiveError) -> String {
        switch error {
        case .unreachable(_, let reason), .failed(_, let reason): reason
        default: "\(error)"
        }
    }
}
