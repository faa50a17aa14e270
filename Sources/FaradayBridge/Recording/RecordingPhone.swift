import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradayLive
import FaradaySimulation
import Foundation

/// A phone on an external controller that records a device: it walks through the device's database as `RecordingWalk` says, and a
/// capture of its world has all that passed.
package final class RecordingPhone: Sendable {
    /// How the recording went.
    package enum Ending: Hashable, Sendable {
        case done
        /// Nothing, or not all, could be recorded.
        case incomplete(String)
        case controllerLost(String)
    }

    /// The phone's world, which contains nothing else.
    package let world: World
    private let connection: HCIConnection
    private let controller: RemoteController
    private let endpoint: HCIEndpoint
    private let state: Lock<State>
    private let onLine: @Sendable (String) -> Void
    private let onEnd: @Sendable (Ending) -> Void
    private let running = DispatchGroup()

    private struct State {
        var walk: RecordingWalk
        var port: (any CentralPort)?
        var connection: HCIConnection?
        var problem: String?
        var isStopping = false
        var hasEnded = false
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
        onEnd: @escaping @Sendable (Ending) -> Void
    ) throws(LiveError) {
        let connection = try HCIConnection(endpoint, onListening: onListening)
        var random = SystemRandomNumberGenerator()
        let world = World(seed: random.next())
        prepare(world)
        world.pace()
        let state = Lock(State(walk: walk, connection: connection))
        (self.world, self.connection, self.endpoint, self.state) = (world, connection, endpoint, state)
        (self.onLine, self.onEnd) = (onLine, onEnd)
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
        let port = phone.openCentral(ManagerOptions(), sink: self)
        state.withLock { $0.port = port }
    }

    /// Ends the recording soon: the connection is ended first. `onEnd` is called.
    package func stop() { perform { $0.stop() } }

    /// Closes the connection to the controller, and waits for the phone's thread.
    package func close() {
        state.withLock { state in
            state.isStopping = true
            state.connection?.wake()
        }
        outsideWorlds { running.wait() }
    }

    // MARK: The walk

    private func perform(_ body: (inout RecordingWalk) -> [RecordingWalk.Output]) {
        let (outputs, port) = state.withLock { state in (body(&state.walk), state.port) }
        for output in outputs {
            switch output {
            case .send(let command): _ = port?.send(command)
            case .tell(let line): onLine(line)
            case .wait(let time):
                world.after(time) { [weak self] in self?.perform { $0.timePassed() } }
            case .finish(let problem): end(problem.map { .incomplete($0) } ?? .done)
            }
        }
    }

    private func end(_ ending: Ending) {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        if isFirst { onEnd(ending) }
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
        controller.lose()
        world.stopPacing()
        if let failure { end(.controllerLost(failure)) }
    }
}

extension RecordingPhone: CentralSink {
    package func receive(_ event: Central.Event, _ delivery: Delivery) { perform { $0.handle(event) } }
}
