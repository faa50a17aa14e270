import AppPromises
import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// A phone with an app that is central and peripheral at once.
final class FacadePhone {
    let phone: Phone
    private let name: String
    private let apps = World.Lock<[Apps]>([])
    private let all = World.Lock<[Promises]>([])

    private struct Apps {
        let central: CentralApp
        let server: ServerApp
    }

    init(_ number: Int) {
        let world = World.current
        name = "phone \(number)"
        phone = world.addPhone(.iOS(18), name: name, at: .meters(Double(number)))
        phone.configure(AppManifest(backgroundModes: [.central, .peripheral]))
        phone.onPairing { _ in .after(.milliseconds(400), .accept) }
        phone.onLaunch { [weak self] _ in self?.start() }
        phone.launch()
    }

    /// What `application(_:didFinishLaunchingWithOptions:)` does.
    private func start() {
        let world = phone.world
        let count = all.withLock { $0.count }
        let promises = ["central", "server"].map { Promises("\(name) \($0) \(count)", world) }
        all.withLock { $0 += promises }
        let central = CentralApp(promises[0], goal: 2) { app in
            CBCentralManager(
                delegate: app, queue: DispatchQueue(label: "central"),
                options: [CBCentralManagerOptionRestoreIdentifierKey: "central"])
        }
        let server = ServerApp(promises[1])
        apps.withLock { $0 = [Apps(central: central, server: server)] }
    }

    private var running: Apps? {
        guard phone.appState == .foreground || phone.appState == .background else { return nil }
        return apps.withLock { $0.first }
    }

    /// The app does a little, if it runs.
    func act() {
        running?.central.act()
        running?.server.act()
    }

    /// The system ends the app, and starts it again when something happens.
    func end() {
        guard phone.appState != .terminated else { return }
        phone.terminate(.memoryPressure)
        drop()
    }

    private func drop() {
        let old = apps.withLock { apps in
            defer { apps = [] }
            return apps
        }
        for app in old {
            app.central.release()
            app.server.release()
        }
    }

    // MARK: The end

    /// Everything is put right, and the app only keeps its link.
    func heal() {
        phone.setBluetooth(true)
        if phone.appState == .terminated { phone.launch() }
        if phone.appState != .foreground { phone.enterForeground() }
        for app in apps.withLock({ $0 }) { (app.central.isCalm, app.server.isCalm) = (true, true) }
    }

    var reads: Int { apps.withLock { $0.first?.central.reads } ?? 0 }
    var values: Int { apps.withLock { $0.first?.central.values } ?? 0 }

    /// What the app has in both roles, for reports.
    var situation: String {
        "\(name): \(running?.central.situation ?? "no app"); \(running?.server.situation ?? "no server")"
    }

    func requireAnswers() {
        guard let app = running else { return }
        app.central.requireAnswers()
        app.server.promises.requireAnswers()
    }

    func requireUnsubscribed() { running?.server.requireUnsubscribed() }

    func close() { running?.central.close() }
    var isClosed: Bool { running?.central.isClosed ?? false }

    /// Lets go of the app's objects; none is left.
    func release() throws {
        let old = apps.withLock { $0.first }
        let managers = [WeakObject(old?.central.manager), WeakObject(old?.server.manager)]
        drop()
        guard managers.allSatisfy({ $0.object == nil }) else {
            throw BrokenPromise.kept("a manager of \(name)")
        }
    }

    func check() throws { for promises in all.withLock({ $0 }) { try promises.check() } }
}
