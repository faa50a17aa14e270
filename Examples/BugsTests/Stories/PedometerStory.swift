import Bugs
import FaradayTesting

extension Bug {
    /// The app is given back a link, and connects once more.
    static let pedometer = Bug(
        folder: "Pedometer", faults: endingApps, plan: [.notification("FFB1").nth(3).endsApp()]
    ) { world, version in
        world.add(
            DeviceDefinition(name: "Pedometer") {
                DeviceAdvertising(services: ["FFB0"])
                DeviceService("FFB0") { DeviceCharacteristic("FFB1", .notify) }
                DeviceBehaviour.notifying("FFB1", every: .seconds(1)) { _ in [3] }
            })
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        nonisolated(unsafe) let store = PedometerStore()
        let apps = World.Lock<[any PedometerApp]>([])
        phone.onLaunch { _ in
            let app: any PedometerApp =
                switch version {
                case .buggy: BuggyPedometer(store: store, later: phone.later)
                case .mended: MendedPedometer(store: store, later: phone.later)
                }
            apps.withLock { $0.append(app) }
        }
        phone.launch()

        for _ in 0..<60 {
            try await world.run(for: .seconds(1))
            let rows = apps.withLock { $0.last }?.rows ?? []
            try expect(
                Set(rows.map(\.id)).count == rows.count, or: .repeated("\(rows.count) rows for one pedometer")
            )
        }
    }

    /// Anything, and the end of the app.
    private static let endingApps = FaultVocabulary { draw in
        let number = draw.count(upTo: 10)
        return switch draw.below(6) {
        case 0: .notification().nth(number).endsApp()
        case 1: .connect().nth(draw.count(upTo: 2)).endsApp()
        case 2: .at(draw.moment()).endsApp()
        case 3: .notification().nth(number).dropsLink(.timeout)
        case 4: .at(draw.moment()).turnsRadioOff(for: .seconds(1))
        default: .at(draw.moment()).resetsDevice()
        }
    }
}
