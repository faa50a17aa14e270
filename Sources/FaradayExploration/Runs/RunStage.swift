import BluetoothPort
import BluetoothTypes
import FaradaySimulation

/// What the code around an exploration supplies: worlds, the scope of a body, and the text about a failed world.
package struct RunStage: Sendable {
    /// The code that runs in every world.
    package enum Body: Sendable {
        case synchronous(@Sendable (World) throws -> Void)
        case asynchronous(@Sendable (World) async throws -> Void)
    }

    package var body: Body
    var isSynchronous: Bool { if case .synchronous = body { true } else { false } }
    /// What happens when the app misuses the API.
    package var misuse: World.MisusePolicy
    /// Makes a world with the seed and the schedule of a case.
    package var makeWorld: @Sendable (ExploredCase) -> World
    /// Runs the rest inside the scope of a synchronous body.
    package var synchronousScope: @Sendable (World, RunNotes, () throws -> Void) throws -> Void
    /// Runs the rest inside the scope of an asynchronous body.
    package var scope: @Sendable (World, RunNotes, @Sendable () async throws -> Void) async throws -> Void
    /// The failure that an error is, which left the body; `nil` if it was noted already.
    package var failure: @Sendable (any Error, World) -> RunNotes.Failure?
    /// Tells about a world whose run failed, and of which case it was.
    package var account: @Sendable (World, RunNotes.Failure, ExploredCase) -> RunAccount

    /// The stage of a program without a test framework.
    package init(
        _ body: Body, configuration: World.Configuration, name: String, misuse: World.MisusePolicy = .fail
    ) {
        MainOperations.areInstalled
        self.body = body
        self.misuse = misuse
        makeWorld = { explored in
            var configuration = configuration
            configuration.schedule = explored.schedule
            configuration.ordersWork = false
            return World(seed: explored.seed, configuration: configuration)
        }
        synchronousScope = { world, notes, body in
            let phone = Self.phone(world, notes)
            world.code.setScope(phone)
            try PortEnvironment.$current.withValue(phone) { try world.code.run(body) }
        }
        scope = { world, notes, body in
            let phone = Self.phone(world, notes)
            world.code.setScope(phone)
            try await PortEnvironment.$current.withValue(phone) {
                try await world.runningFreely { try await body() }
            }
        }
        failure = { ErrorJudge.failure($0, in: $1) }
        account = { world, failure, _ in WorldAccount(world, failure).account(captureName: name) }
    }

    /// The phone of managers that the body creates outside `phone.run { }`.
    package static func phone(_ world: World, _ notes: RunNotes) -> OnlyPhone {
        OnlyPhone(world) { [weak world] problem in
            notes.note(
                RunNotes.Failure(FailureSignature(.mistake, "no phone"), problem, time: world?.now ?? .zero))
        }
    }
}
