import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// A named world with a phone in it. Write it once in the app's debug code, and use it in previews, UI tests, unit
/// tests and for screenshots.
///
/// ```swift
/// extension Scenario {
///     static let strap = Scenario("strap") { stage in
///         let strap = stage.world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
///         stage.step("walks away") { strap.move(to: .outOfRange) }
///         stage.step("comes back") { strap.move(to: .meters(2)) }
///     }
/// }
/// ```
///
/// `FaradayBridge` starts the scenario that the environment variable `FARADAY_SCENARIO` names.
public struct Scenario: Sendable {
    /// The name by which the scenario is requested.
    public let name: String
    /// The seed of the world that `start` creates.
    public let seed: UInt64
    /// The operating system of the phone that the app runs on.
    public let profile: OSProfile
    private let build: @Sendable (Stage) -> Void

    /// Creates a scenario. `build` runs each time the scenario starts, and adds devices, other phones and steps.
    public init(
        _ name: String, seed: UInt64 = 1, phone profile: OSProfile = .iOS(18),
        _ build: @escaping @Sendable (Stage) -> Void
    ) {
        self.name = name
        self.seed = seed
        self.profile = profile
        self.build = build
    }

    /// Builds the scenario in an existing world, for a test in virtual time. Its phone is `stage.phone`.
    ///
    /// ```swift
    /// let stage = Scenario.strap.set(in: World.current)
    /// let app = stage.phone.run { HeartRateApp() }
    /// ```
    @discardableResult
    public func set(in world: World) -> Stage {
        let stage = Stage(world: world, phone: world.addPhone(profile))
        build(stage)
        return stage
    }

    /// Builds the scenario in a new world that follows the wall clock, `speed` times as fast. The scenario's phone
    /// becomes the phone of every manager in the process.
    ///
    /// Call it before the app creates its first manager. The world lives until `PortEnvironment.install` removes or
    /// replaces its phone.
    @discardableResult
    public func start(speed: Double = 1) -> Stage {
        let stage = set(in: World(seed: seed))
        stage.phone.installAsProcessPhone()
        stage.world.pace(speed: speed)
        return stage
    }
}

/// A scenario that has been started: its world, the phone that the app runs on, and the steps that others may request.
///
/// May be used from any thread.
public struct Stage: Sendable {
    /// The world, in which the phone is the first node.
    public let world: World
    /// The phone of the app under test.
    public let phone: Phone
    /// The steps that others may request.
    public let steps = Steps()

    /// Adds a step that others request by `name`: one line of text, different from the names of the other steps.
    public func step(_ name: String, _ action: @escaping @Sendable () -> Void) {
        steps.add(name, action)
    }

    /// Performs a step; throws `Steps.Unknown` if there is no step with that name.
    public func perform(_ step: String) throws { try steps.perform(step) }
}
