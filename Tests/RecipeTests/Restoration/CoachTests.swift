import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol CoachApp: AnyObject {
    var beats: Int { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct CoachTests {
    /// The system needs memory, and ends the app behind the user's back.
    func goesOnCounting(_ launch: @escaping @Sendable () -> some CoachApp) async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let phone = world.addPhone(.iOS(18)).configure(AppManifest(backgroundModes: .central))
        let apps = World.Lock<[any CoachApp]>([])
        phone.onLaunch { _ in  // what `application(_:didFinishLaunchingWithOptions:)` does
            let app = launch()
            apps.withLock { $0.append(app) }
        }
        phone.launch()
        try await world.run(until: { apps.withLock { $0.last.map(\.beats) ?? 0 } > 3 })
        phone.enterBackground()
        phone.terminate(.memoryPressure)
        try await world.run(
            until: { apps.withLock { $0.count == 2 && $0[1].beats > 3 } }, timeout: .minutes(1))
    }

    @Test(.simulated(seed: 7)) func takesWhatIsRestored() async throws {
        try await goesOnCounting { MendedCoach() }
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func goesOnCounting() async throws {
        try await goesOnCounting { NaiveCoach() }
    }
}
