import BluetoothPort
import Dispatch
import FaradayLive
import FaradaySimulation
import Foundation

/// A phone on an external controller that records a device: it walks through the device's database as `RecordingWalk` says, and a
/// capture of its world has all that passed.
package final class RecordingPhone: Sendable {
    /// The phone's world, which contains nothing else.
    package let world: World
    private let connection: HCIConnection
    private let controller: RemoteController
    private let endpoint: HCIEndpoint
    private let state: Lock<State>
    private let driver: WalkDriver
    private let running = DispatchGroup()

    private struct State {
        var connection: HCIConnection?
        var problem: String?
        var isStopping = false
    }

    /// Connects to the controller, and begins.
    ///
    /// - Parameters:
    ///   - walk: What is done.
    ///   - endpoint: The endpoint of the controller.
    ///   - prepare: Called with the world before anything happens in it, to start a capture.
    ///   - onLine: Called with each line about what happens, on the thread that drives the world.
    ///   - onEnd: Called once, from any thread.
    package init(
        _ walk: RecordingWalk, on endpoint: HCIEndpoint, onListening: (HCIEndpoint) -> Void = { _ in },
        prepare: (World) -> Void, onLine: @escaping @Sendable (String) -> Void,
        onEnd: @escaping @Sendable (RecordingWalk.Ending) -> Void
    ) throws(LiveError) {
        let connection = try HCIConnection(endpoint, onListening: onListening)
        var random = SystemRandomNumberGenerator()
        let world = World(seed: random.next())
        prepare(world)
        world.pace()
        let state = Lock(State(connection: connection))
        (self.world, self.connection, self.endpoint, self.state) = (world, connection, endpoint, state)
        driver = WalkDriver(walk, after: { world.after($0, $1) }, onLine: onLine, onEnd: onEnd)
        let phone: Phone
        (phone, controller) = world.addRemotePhone { activity in
            state.withLock { state in
                switch activity {
                case .overflowed: state.problem = "it does not read what is sent to it"
                case .controllerFailed(let reason): state.problem = reason
                default: break
                }
                state.connection?.wake()
            }
        }
        running.enter()
        outsideWorlds {
            Thread.detachNewThread { [self] in
                run()
                running.leave()
            }
        }
        driver.start(on: phone)
    }

    /// Ends the recording soon: the connection is ended first. `onEnd` is called.
    package func stop() { driver.stop() }

    /// Closes the connection to the controller, and waits for the phone's thread.
    package func close() {
        state.withLock { state in
            state.isStopping = true
            state.connection?.wake()
        }
        outsideWorlds { running.wait() }
    }

    // MARK: The controller

    private func run() {
        var link = ControllerLink(connection: connection, controller: controller)
        var failure: String?
        while failure == nil {
            let (isStopping, problem) = state.withLock { ($0.isStopping, $0.problem) }
            do throws(LiveError) {
                try link.exchange(endpoint)
            } catch {
                failure = "\(error)"
            }
            failure = failure ?? problem.map { "the controller at \(endpoint) can't be used: \($0)" }
            guard !isStopping, failure == nil else { break }
            connection.wait(reading: true, writing: link.wantsToWrite, milliseconds: -1)
        }
        state.withLock { state in
            state.connection = nil
            connection.close()
        }
        // First: the phone's manager hears of the loss too, and knows less about it.
        if let failure { driver.end(.unavailable(failure)) }
        controller.lose()
        world.stopPacing()
    }
}
