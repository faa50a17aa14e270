import BluetoothPort
import FaradaySimulation
import Foundation

/// Moves a world's clock only when somebody says so: `run 3s`, by `faraday tell` or on the page. The answer comes when the
/// world has run.
///
/// A program whose phone is in the world, and whose main queue runs, is waited for: the clock stands still while its callbacks run.
package final class WorldStepper: Sendable {
    private let desk: WorldDesk
    private let waiter: WorldDesk.Waiter
    private let world: World

    /// Steps a world from now on, until `stop`. The world must not be paced.
    ///
    /// - Parameters:
    ///   - onRun: Called before each run, on the thread that runs the world.
    ///   - onProblem: Called there with what ends a run before its time.
    package init(
        _ world: World, onRun: @escaping @Sendable () -> Void = {},
        onProblem: @escaping @Sendable (String) -> Void
    ) {
        precondition(!world.isPaced, "a paced world moves by itself")
        let desk = WorldDesk.of(world)
        let waiter = desk.beginWait(in: world, isTest: false)
        (self.world, self.desk, self.waiter) = (world, desk, waiter)
        let thread = Thread {
            while case (.run(let time), let done) = waiter.next() {
                onRun()
                do {
                    try world.run(for: time)
                } catch {
                    onProblem("the run ended: \(error)")
                }
                done()
            }
        }
        thread.name = "faraday.stepper"
        outsideWorlds { thread.start() }
    }

    /// Ends the thread, when a run that goes on has ended.
    package func stop() { desk.endStepping(waiter, in: world) }
}
