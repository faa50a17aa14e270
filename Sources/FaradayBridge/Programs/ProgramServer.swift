import BluetoothPort
import Dispatch
import FaradayLive
import FaradaySimulation

/// Lets programs of other processes be apps of a world's phones: the app under a UI test, or one in Apple's simulator.
///
/// The program is not changed. It links `FaradayAttachment` and gets the environment variable `FARADAY_PHONE`. The test has
/// the devices, the phones and their users in Swift:
///
/// ```swift
/// let server = try world.serve()
/// defer { server.stop() }
/// let app = XCUIApplication()
/// app.launchEnvironment = ["FARADAY_PHONE": server.address(of: phone)]
/// app.launch()
/// let doorbell = try server.app("doorbell")
/// ```
///
/// In a paced world time is real. In a world that is not paced the test owns the clock: while a callback of the program
/// runs, the clock stands still, and the next event comes when the callback has returned and what it put on the main queue
/// has run. The program's own timers follow the real clock in both.
///
/// The server listens on this machine only. It ends with `stop()`. May be used from any thread.
public final class ProgramServer: Sendable {
    /// Why a program is not there.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// No program has joined as this app, or its main queue does not run.
        case absent(app: String, seconds: Double, hint: String)
        /// The phone is not one of the server's, or none was named although there are several.
        case unknownPhone

        public var description: String {
            switch self {
            case .absent(let app, let seconds, let hint): "\(app) has not joined within \(seconds) s: \(hint)"
            case .unknownPhone: "name one of the phones that the server serves"
            }
        }
    }

    private let phones: [Phone]
    private let desk: ServedPhones
    private let server: PhoneServer

    fileprivate init(
        _ phones: [Phone], _ endpoint: HCIEndpoint, onLaunch: (@Sendable (String, Phone) -> Void)?
    ) throws(LiveError) {
        let starter = ServedPhones.Starter { app in
            guard let onLaunch, let phone = phones.first(where: { $0.name == app.phone }) else { return nil }
            onLaunch(app.identifier, phone)
            return {}
        }
        self.phones = phones
        desk = ServedPhones(phones, starter: starter, startPatience: 30_000)
        server = try PhoneServer(endpoint, desk)
    }

    deinit { server.tellToStop() }

    /// What `FARADAY_PHONE` has to be for a program that is an app of this phone.
    public func address(of phone: Phone) -> String {
        "\(RemotePhoneAddress(server.peerEndpoint, phone: phone.name))"
    }

    /// The app with this identifier, when its program has joined and its main queue runs; waits for that in real time.
    /// Blocks the thread.
    ///
    /// - Parameters:
    ///   - identifier: The bundle identifier, or what `FARADAY_APP` says.
    ///   - phone: On which phone; `nil` for the only one.
    ///   - seconds: How long it waits.
    /// - Returns: The handle of that app: `suspend()`, `terminate(_:)` and the like are about it.
    public func app(
        _ identifier: String, on phone: Phone? = nil, within seconds: Double = 30
    ) throws(Problem) -> Phone {
        guard let phone = phone ?? (phones.count == 1 ? phones[0] : nil) else { throw .unknownPhone }
        let app = ServedPhones.App(phone: phone.name, identifier: identifier)
        let milliseconds = Int(max(0, min(seconds, 86_400)) * 1000)
        guard let handle = desk.handle(of: app, milliseconds: milliseconds) else {
            let others = desk.runningApps.map(\.description).joined(separator: ", ")
            throw .absent(
                app: identifier, seconds: seconds,
                hint: others.isEmpty
                    ? "start it with FARADAY_PHONE=\(address(of: phone)), and link FaradayAttachment"
                    : "there are \(others); FARADAY_APP names a program")
        }
        return handle
    }

    /// Ends all connections, and waits until the server's thread has ended: for the phones, the apps have crashed.
    public func stop() { server.stop() }
}

extension World {
    /// Serves phones of this world to programs of other processes, until the server's `stop()`.
    ///
    /// - Parameters:
    ///   - phones: The phones, with different names; without any, all that the world has now.
    ///   - endpoint: Where programs join; by default a free port of 127.0.0.1.
    ///   - onLaunch: Starts the program of an app, with its identifier and its phone, when the system or the user starts the
    ///     app; called on the thread that runs the world. Without it somebody else starts programs.
    /// - Throws: `LiveError.unreachable` if the place is taken; `LiveError.failed` if other machines could reach it, if there is no
    ///   phone, or if two have one name.
    public func serve(
        _ phones: [Phone] = [], at endpoint: HCIEndpoint = .tcpServer(host: "127.0.0.1", port: 0),
        onLaunch: (@Sendable (_ app: String, _ phone: Phone) -> Void)? = nil
    ) throws(LiveError) -> ProgramServer {
        guard endpoint.isOfThisMachine else {
            throw .failed(endpoint, "a world is served on this machine only; 'faraday serve' takes a token")
        }
        let phones = phones.isEmpty ? allPhones : phones
        guard !phones.isEmpty else { throw .failed(endpoint, "the world has no phone: add one first") }
        guard Set(phones.map(\.name)).count == phones.count else {
            throw .failed(endpoint, "two phones have one name, so programs can't say which they mean")
        }
        return try ProgramServer(phones, endpoint, onLaunch: onLaunch)
    }
}
