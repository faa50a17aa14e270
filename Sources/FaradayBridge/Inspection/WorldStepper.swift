import Dispatch
import FaradaySimulation

/// Moves a world's clock only when somebody says so: `run 3s`, by `faraday tell` or on the page. The answer comes when the
/// world has run.
///
/// A program whose phone is in the world, and whose main queue runs, is waited for: the clock stands still while its callbacks run.
package final class WorldStepper: Sendable {
    private let world: WeakWorld
    private let onRun: @Sendable () -> Void
    private let onProblem: @Sendable (String) -> Void
    /// Runs come from the threads of several servers, and one follows the other.
    private let runs = DispatchQueue(label: "faraday.stepper")

    /// Steps a world from now on. The world must not be paced.
    ///
    /// - Parameters:
    ///   - onRun: Called before each run, on the thread of whoever tells the world to run.
    ///   - onProblem: Called there with what ends a run before its time.
    package init(
        _ world: World, onRun: @escaping @Sendable () -> Void = {},
        onProblem: @escaping @Sendable (String) -> Void
    ) {
        precondition(!world.isPaced, "a paced world moves by itself")
        self.world = WeakWorld(world)
        (self.onRun, self.onProblem) = (onRun, onProblem)
        WorldDesk.of(world).step(by: self, in: world)
    }

    /// Runs the world, and returns when it has run.
    func run(for time: Nanoseconds) {
        runs.sync {
            guard let world = world.world else { return }
            onRun()
            do {
                try world.run(for: time)
            } catch {
                onProblem("the run ended: \(error)")
            }
        }
    }

    /// Nobody steps the world any more, once a run that goes on has ended.
    package func stop() {
        guard let world = world.world else { return }
        WorldDesk.of(world).step(by: nil, in: world)
        runs.sync {}
    }
}
