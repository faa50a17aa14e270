import BluetoothPort
import FaradayBridge
import FaradayLive
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The processes of apps that `faraday serve` starts: by `--app`, at the beginning and when their phone's system starts them.
final class AppProcesses: Sendable {
    private let apps: [ServedAppOption]
    private let token: String
    private let place = Lock<HCIEndpoint?>(nil)
    #if os(macOS) || os(Linux)
    private let running = Lock<[Process]>([])
    #endif

    init(_ apps: [ServedAppOption], token: String) { (self.apps, self.token) = (apps, token) }

    /// Where their programs join.
    func join(at endpoint: HCIEndpoint) { place.withLock { $0 = endpoint } }

    var starter: ServedPhones.Starter { ServedPhones.Starter { [weak self] app in self?.start(app) } }

    #if os(macOS) || os(Linux)
    private func start(_ app: ServedPhones.App) -> (@Sendable () -> Void)? {
        let fitting = apps.first { $0.identifier == app.identifier && ($0.phone ?? app.phone) == app.phone }
        guard let fitting, let endpoint = place.withLock({ $0 }) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // The shell becomes the program, so that the process that is ended is the program's.
        process.arguments = ["-c", "exec \(fitting.command)"]
        var environment = ProcessInfo.processInfo.environment
        environment["FARADAY_PHONE"] = "\(RemotePhoneAddress(endpoint, phone: app.phone))"
        environment["FARADAY_APP"] = app.identifier
        environment["FARADAY_TOKEN"] = token
        process.environment = environment
        do {
            try process.run()
        } catch {
            Shell.complain("\(app.identifier) can't be started: \(error.localizedDescription)")
            return nil
        }
        let number = process.processIdentifier
        running.withLock { running in
            running.removeAll { !$0.isRunning }
            running.append(process)
        }
        return { kill(number, SIGKILL) }
    }

    /// Ends those that still run, as a phone's system ends apps: without asking.
    func end() {
        for process in running.withLock({ $0 }) where process.isRunning {
            kill(process.processIdentifier, SIGKILL)
        }
    }
    #else
    private func start(_ app: ServedPhones.App) -> (@Sendable () -> Void)? { nil }
    func end() {}
    #endif
}
