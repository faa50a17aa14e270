import BluetoothPort
import FaradayBridge
import FaradayLive
import FaradaySimulation

/// The phones of `faraday serve`, and the programs on them.
final class ServedPrograms: Sendable {
    private let server: PhoneServer
    private let desk: ServedPhones
    private let processes: AppProcesses

    /// Listens for programs of these phones, and starts those that are named.
    init(_ phones: [Phone], _ options: ServeOptions, _ journal: Journal) throws {
        let (endpoint, token) = try options.programs.read()
        let processes = AppProcesses(options.apps, token: token)
        let desk = ServedPhones(
            phones, token: token, starter: processes.starter, startPatience: options.isStepped ? 10_000 : 0
        ) { news in
            Self.tell(news, journal)
        }
        let server = try PhoneServer(endpoint, desk)
        (self.server, self.desk, self.processes) = (server, desk, processes)
        processes.join(at: server.peerEndpoint)
        for phone in phones {
            journal.line(phone.name, "is a phone with \(phone.profile.name)")
            let address = RemotePhoneAddress(server.peerEndpoint, phone: phone.name)
            journal.line("programs", "join with FARADAY_PHONE=\(address)")
        }
        for app in options.apps {
            _ = desk.start(ServedPhones.App(phone: app.phone ?? phones[0].name, identifier: app.identifier))
        }
    }

    /// Returns when programs that were started are ready for events.
    func settle() { desk.settle(milliseconds: 10_000) }

    func stop() {
        server.stop()
        processes.end()
    }

    private static func tell(_ news: ServedPhones.News, _ journal: Journal) {
        switch news {
        case .joined(let app, let process):
            journal.line(app.phone, "\(app.identifier) joined, process \(process)")
        case .refused(let hello, let reason):
            journal.line("programs", "refused \(hello.app.isEmpty ? "a program" : hello.app): \(reason)")
        case .left(let app, let problem):
            journal.line(app.phone, "\(app.identifier) left" + (problem.map { ": \($0)" } ?? ""))
        case .ended(let app): journal.line(app.phone, "\(app.identifier) was ended by the system")
        case .starts(let app, true): journal.line(app.phone, "\(app.identifier) is started")
        case .starts(let app, false):
            journal.line(
                app.phone, "\(app.identifier) should run now: start its program, or name it with --app")
        case .moved(let app, let state): journal.line(app.phone, "\(app.identifier) is \(state.words)")
        }
    }
}

extension AppState {
    fileprivate var words: String {
        switch self {
        case .foreground: "in the foreground"
        case .background: "in the background"
        case .suspended: "suspended"
        case .terminated: "ended"
        }
    }
}
