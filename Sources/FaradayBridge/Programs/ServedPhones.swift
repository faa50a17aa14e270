import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradaySimulation
import PortProtocol

/// Gives programs the phones of a world: each is an app there, which the system suspends, ends and starts again.
package final class ServedPhones: ProgramDesk {
    /// What happens to programs.
    package enum News: Hashable, Sendable {
        case joined(App, process: UInt32)
        case refused(PortFrame.Hello, String)
        /// The program has gone, by itself or because of what it did.
        case left(App, problem: String?)
        /// The system has ended the app, and its program with it.
        case ended(App)
        /// The system or the user starts the app; its program was started, or somebody has to do that.
        case starts(App, isStarted: Bool)
        case moved(App, AppState)
    }

    /// An app of a phone.
    package struct App: Hashable, Sendable, CustomStringConvertible {
        package let phone: String
        package let identifier: String

        package init(phone: String, identifier: String) {
            (self.phone, self.identifier) = (phone, identifier)
        }

        package var description: String { "\(identifier) on \(phone)" }
    }

    /// Starts the programs of apps.
    package struct Starter: Sendable {
        /// Starts the program of an app. Returns what ends its process at once, or `nil` if there is no such program.
        package let start: @Sendable (App) -> (@Sendable () -> Void)?
        /// Stops the process of an app that was started here, or lets it run on: the system has suspended the app, or woken it.
        package let halt: @Sendable (App, Bool) -> Void

        package init(
            _ start: @escaping @Sendable (App) -> (@Sendable () -> Void)?,
            halt: @escaping @Sendable (App, Bool) -> Void = { _, _ in }
        ) { (self.start, self.halt) = (start, halt) }
    }

    private struct Record {
        let handle: Phone
        var session: ProgramSession?
        /// Ends the process, if it was started here.
        var kill: (@Sendable () -> Void)?
        /// The system has started the app, and its program has not joined yet.
        var isExpected = false
        /// How many programs have started the app by joining, without the phone having told that yet. What it tells before is
        /// about an earlier program.
        var starts = 0
        /// Who waits for the program to join.
        var waiting: [DispatchSemaphore] = []

        /// The program has joined, and starts the app if it has to. Returns who has waited for the program.
        mutating func join(_ program: ProgramSession, startsApp: Bool) -> [DispatchSemaphore] {
            defer { waiting = [] }
            (session, isExpected) = (program, false)
            if startsApp { starts += 1 }
            return waiting
        }

        /// There is no program any more.
        mutating func leave() { (session, kill) = (nil, nil) }
    }

    private struct State {
        var records: [App: Record] = [:]
        /// How many apps each phone has.
        var counts: [String: UInt32] = [:]
    }

    private let phones: [Phone]
    private let token: String
    private let starter: Starter
    /// How long a world that nobody paces waits for a program that its phone starts, in milliseconds.
    private let startPatience: Int
    private let onNews: @Sendable (News) -> Void
    private let state = Lock(State())

    /// - Parameters:
    ///   - phones: The phones; their names differ.
    ///   - token: What programs have to say; empty if they need not say anything.
    ///   - starter: Who starts programs when the system starts their apps.
    ///   - startPatience: How long a world in virtual time waits for a program that its phone starts, in milliseconds.
    ///   - onNews: Called from any thread.
    package init(
        _ phones: [Phone], token: String = "", starter: Starter = Starter { _ in nil },
        startPatience: Int = 0,
        onNews: @escaping @Sendable (News) -> Void = { _ in }
    ) {
        (self.phones, self.token, self.onNews) = (phones, token, onNews)
        (self.starter, self.startPatience) = (starter, startPatience)
        for phone in phones {
            phone.onAppState { [weak self] number, state in self?.moved(number, on: phone.name, to: state) }
        }
    }

    /// The user starts an app whose program can be started here; whether there is one.
    package func start(_ app: App) -> Bool {
        guard let phone = phones.first(where: { $0.name == app.phone }) else { return false }
        _ = handle(of: app, on: phone)
        return start(app, isExpected: false)
    }

    /// The apps whose programs have joined, in the order of their names.
    package var runningApps: [App] {
        state.withLock { $0.records.filter { $0.value.session != nil }.keys.sorted { "\($0)" < "\($1)" } }
    }

    /// Returns when the main queues of all programs run that have joined or were started here; waits at most so long for each.
    package func settle(milliseconds: Int) {
        let apps = state.withLock { state in
            state.records.filter { $0.value.session != nil || $0.value.kill != nil }.keys
        }
        for app in apps { _ = handle(of: app, milliseconds: milliseconds) }
    }

    // MARK: Programs

    package func admit(
        _ hello: PortFrame.Hello, _ program: ProgramSession
    ) -> Result<any PortProvider, ProgramRefusal> {
        switch place(hello) {
        case .failure(let refusal):
            onNews(.refused(hello, refusal.reason))
            return .failure(refusal)
        case .success(let phone):
            let app = App(phone: phone.name, identifier: hello.app)
            let handle = handle(of: app, on: phone)
            guard let (isStart, waiting) = join(program, app, handle.appState) else {
                let refusal = ProgramRefusal("\(app) runs already; an app runs once")
                onNews(.refused(hello, refusal.reason))
                return .failure(refusal)
            }
            onNews(.joined(app, process: hello.process))
            if var manifest = hello.manifest {
                manifest.identifier = app.identifier
                handle.configure(manifest)
            }
            if isStart || startsNow(app, program, handle) { handle.launch() }
            for semaphore in waiting { semaphore.signal() }
            return .success(handle)
        }
    }

    /// The program is the app's from now on, unless another one is: whether it has to start the app, and who has waited for it.
    /// A program that nobody waits for was started by the user, and so was one whose app has ended since.
    ///
    /// The start counts from the moment at which the phone's news can reach this program, so that it isn't ended by the news
    /// that an earlier program has ended.
    private func join(
        _ program: ProgramSession, _ app: App, _ appState: AppState
    ) -> (isStart: Bool, waiting: [DispatchSemaphore])? {
        state.withLock { state in
            guard var record = state.records[app], record.session == nil else { return nil }
            let isStart = appState == .terminated || !record.isExpected && appState != .foreground
            let waiting = record.join(program, startsApp: isStart)
            state.records[app] = record
            return (isStart, waiting)
        }
    }

    /// The app may have ended while its program joined, and the phone may have told that before: then too, the program starts it.
    private func startsNow(_ app: App, _ program: ProgramSession, _ handle: Phone) -> Bool {
        guard handle.appState == .terminated else { return false }
        return state.withLock { state in
            guard state.records[app]?.session === program else { return false }
            state.records[app]?.starts += 1
            return true
        }
    }

    private func place(_ hello: PortFrame.Hello) -> Result<Phone, ProgramRefusal> {
        guard ProgramToken.fits(hello.token, token) else {
            return .failure(ProgramRefusal("it does not know the token"))
        }
        guard !hello.app.isEmpty else { return .failure(ProgramRefusal("it does not say which app it is")) }
        if hello.phone.isEmpty, phones.count == 1 { return .success(phones[0]) }
        if let phone = phones.first(where: { $0.name == hello.phone }) { return .success(phone) }
        let names = phones.map(\.name).joined(separator: ", ")
        return .failure(ProgramRefusal("there is no phone '\(hello.phone)' here, but \(names)"))
    }

    package func left(_ program: ProgramSession, _ problem: String?) {
        let found = state.withLock { state -> (App, Phone)? in
            guard let (app, record) = state.records.first(where: { $0.value.session === program }) else {
                return nil
            }
            state.records[app]?.leave()
            return (app, record.handle)
        }
        guard let (app, handle) = found else {
            if let problem { onNews(.refused(program.hello ?? .nobody, problem)) }
            return
        }
        onNews(.left(app, problem: problem))
        // A process that ends without a word is to the system one that crashed.
        if handle.appState != .terminated { handle.terminate(.crash) }
    }

    // MARK: Apps

    private func handle(of app: App, on phone: Phone) -> Phone {
        let (handle, isNew) = state.withLock { state -> (Phone, Bool) in
            if let record = state.records[app] { return (record.handle, false) }
            let number = (state.counts[phone.name] ?? 0) + 1
            state.counts[phone.name] = number
            let handle = phone.program(number)
            state.records[app] = Record(handle: handle)
            return (handle, true)
        }
        guard isNew else { return handle }
        handle.configure { $0.identifier = app.identifier }
        handle.onLaunch { [weak self] _ in _ = self?.start(app, isExpected: true) }
        // A user who does not agree to everything has not agreed to this app's Bluetooth yet.
        if handle.user != .agrees { handle.setAuthorization(.notDetermined) }
        return handle
    }

    /// Starts an app's program, if it does not run.
    private func start(_ app: App, isExpected: Bool) -> Bool {
        let isThere = state.withLock { state -> Bool in
            guard state.records[app]?.session == nil else { return true }
            state.records[app]?.isExpected = isExpected
            return false
        }
        if isThere { return true }
        let kill = starter.start(app)
        state.withLock { $0.records[app]?.kill = kill }
        onNews(.starts(app, isStarted: kill != nil))
        // In virtual time the app's ten seconds in the background would be over before its program runs.
        if isExpected, startPatience > 0, kill != nil, phones.first?.world.isPaced == false {
            _ = self.handle(of: app, milliseconds: startPatience)
        }
        return kill != nil
    }

    /// The handle of an app whose program runs: waits until it has joined and its main queue runs, at most so long. `nil` if
    /// it does not.
    package func handle(of app: App, milliseconds: Int) -> Phone? {
        guard let phone = phones.first(where: { $0.name == app.phone }) else { return nil }
        let (handle, semaphore) = (handle(of: app, on: phone), DispatchSemaphore(value: 0))
        let deadline = DispatchTime.now() + .milliseconds(milliseconds)
        let isThere = state.withLock { state in
            guard state.records[app]?.session == nil else { return true }
            state.records[app]?.waiting.append(semaphore)
            return false
        }
        if !isThere { outsideWorlds { _ = semaphore.wait(timeout: deadline) } }
        guard let session = state.withLock({ $0.records[app]?.session }) else { return nil }
        let left = Int64(bitPattern: deadline.uptimeNanoseconds &- DispatchTime.now().uptimeNanoseconds)
        return session.waitUntilReady(milliseconds: max(0, Int(left / 1_000_000))) ? handle : nil
    }

    private func moved(_ number: UInt32, on phone: String, to appState: AppState) {
        let found = state.withLock { state -> (App, Record)? in
            guard
                let (app, record) = state.records.first(where: {
                    $0.key.phone == phone && $0.value.handle.app.rawValue == number
                })
            else { return nil }
            if appState == .terminated {
                guard record.starts == 0 else { return nil }
                state.records[app]?.leave()
            }
            if appState == .foreground { state.records[app]?.starts = max(0, record.starts - 1) }
            return (app, record)
        }
        guard let (app, record) = found else { return }
        // A program that has not joined yet runs on, so that it can.
        let isHere = record.session != nil && record.kill != nil
        // It has to run to read what comes.
        if isHere, appState == .foreground || appState == .background { starter.halt(app, false) }
        switch appState {
        case .foreground: record.session?.send(.appState(.foreground))
        case .background: record.session?.send(.appState(.background))
        case .suspended:
            record.session?.send(.appState(.suspended))
            if isHere { starter.halt(app, true) }
        case .terminated:
            guard let session = record.session else { return }
            onNews(.ended(app))
            session.end(telling: "the system has ended the app")
            record.kill?()
            return
        }
        onNews(.moved(app, appState))
    }
}
