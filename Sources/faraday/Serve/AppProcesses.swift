import BluetoothPort
import FaradayBridge
import FaradayLive
import Foundation

/// The processes of apps that `faraday serve` starts: by `--app`, at the beginning and when their phone's system starts them.
final class AppProcesses: Sendable {
    private let apps: [ServedAppOption]
    private let token: String
    private let place = Lock<HCIEndpoint?>(nil)
    #if os(macOS) || os(Linux)
    /// The latest process of each app.
    private let processes = Lock<[ServedPhones.App: AppProcess]>([:])
    #endif

    init(_ apps: [ServedAppOption], token: String) { (self.apps, self.token) = (apps, token) }

    /// Where their programs join.
    func join(at endpoint: HCIEndpoint) { place.withLock { $0 = endpoint } }

    var starter: ServedPhones.Starter {
        ServedPhones.Starter { [weak self] app in
            self?.start(app)
        } halt: { [weak self] app, isHalted in
            self?.halt(app, isHalted)
        }
    }

    #if os(macOS) || os(Linux)
    private func start(_ app: ServedPhones.App) -> (@Sendable () -> Void)? {
        let fitting = apps.first { $0.identifier == app.identifier && ($0.phone ?? app.phone) == app.phone }
        guard let fitting, let endpoint = place.withLock({ $0 }) else { return nil }
        var environment = ProcessInfo.processInfo.environment
        environment["FARADAY_PHONE"] = "\(RemotePhoneAddress(endpoint, phone: app.phone))"
        environment["FARADAY_APP"] = app.identifier
        environment["FARADAY_TOKEN"] = token
        do throws(Spawn.Problem) {
            let process = try AppProcess(shell: fitting.command, environment: environment)
            processes.withLock { $0[app] = process }
            return { process.end() }
        } catch {
            Shell.complain("\(app.identifier) can't be started: \(error.reason)")
            return nil
        }
    }

    private func halt(_ app: ServedPhones.App, _ isHalted: Bool) {
        processes.withLock { $0[app] }?.halt(isHalted)
    }

    /// Ends those that still run, as a phone's system ends apps: without asking.
    func end() { for process in processes.withLock({ $0.values }) { process.end() } }
    #else
    private func start(_ app: ServedPhones.App) -> (@Sendable () -> Void)? { nil }
    private func halt(_ app: ServedPhones.App, _ isHalted: Bool) {}
    func end() {}
    #endif
}
