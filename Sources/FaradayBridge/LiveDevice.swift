import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Dispatch
import FaradayLive
import FaradaySimulation
import Foundation

/// A device of the DSL on an external controller: a real one, or one of another simulator.
///
/// It has its own paced world, in which its handlers and behaviours run. Its keys and address come from the system's
/// random numbers; they are new each time unless a file stores them.
///
/// ```swift
/// let live = try LiveDevice(.blinky(), on: HCIEndpoint("tcp:127.0.0.1:6402"), store: "lamp.json")
/// live.device.update(Blinky.button, [1])
/// ```
///
/// May be used from any thread.
public final class LiveDevice: Sendable {
    /// The reason why a device has lost its controller.
    public enum Failure: Error, Hashable, Sendable {
        /// The connection to the controller failed, or transferred data that is not H4.
        case transport(LiveError)
        /// The controller does not work as required; with the problem as text.
        case controller(HCIEndpoint, String)
        /// The controller does not read.
        case doesNotRead(HCIEndpoint)
        /// The file can no longer be written.
        case store(LiveError)
    }

    /// The device; placing it has no effect.
    public let device: Device
    /// The device's world, which contains nothing else.
    public let world: World
    /// The endpoint of the controller.
    public let endpoint: HCIEndpoint
    private let controller: RemoteController
    private let connection: HCIConnection
    private let onFailure: @Sendable (Failure) -> Void
    private let news: Lock<News>
    private let running = DispatchGroup()

    private let memory: LiveMemory

    /// Work for the device's thread.
    private struct News {
        /// Bonds that are not in the file yet.
        var bonds: [Bond]?
        var isStopping = false
        var failure: Failure?
        var connection: HCIConnection?
    }

    /// Connects to the controller and starts the device on it.
    ///
    /// Blocks until the connection is established. If the controller fails later, the device's own thread calls
    /// `onFailure` once; the device is then off.
    ///
    /// The device runs until `stop` is called or the controller fails.
    ///
    /// - Parameters:
    ///   - definition: The definition of the device.
    ///   - endpoint: The endpoint of the controller.
    ///   - store: The file in which the device stores its address and its bonds. A new file gets the definition's
    ///     address, or a new random one. A file with an address other than the definition's is refused.
    ///   - onListening: For an endpoint that listens: called with the endpoint that the controller's side has to open.
    ///   - prepare: Called with the world before anything happens in it, for example to start a capture.
    ///   - onAdvertising: Called with the status whenever the controller has enabled an advertising set or has refused
    ///     to, on the thread that drives the world.
    ///   - onFailure: Called once, if the controller is lost, on the device's own thread.
    public init(
        _ definition: DeviceDefinition, on endpoint: HCIEndpoint, store: String? = nil,
        onListening: (HCIEndpoint) -> Void = { _ in }, prepare: (World) -> Void = { _ in },
        onAdvertising: @escaping @Sendable (HCI.ErrorCode) -> Void = { _ in },
        onFailure: @escaping @Sendable (Failure) -> Void = { _ in }
    ) throws(LiveError) {
        let memory = try LiveMemory(path: store, address: definition.address)
        self.memory = memory
        let known = memory.contents
        var definition = definition
        definition.address = known.identityAddress
        let connection = try HCIConnection(endpoint, onListening: onListening)
        var random = SystemRandomNumberGenerator()
        let world = World(seed: random.next())
        prepare(world)
        world.pace()
        let news = Lock(News(connection: connection))
        self.news = news
        self.connection = connection
        self.endpoint = endpoint
        self.onFailure = onFailure
        self.world = world
        (device, controller) = world.addRemote(
            definition, entropy: (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) },
            identityResolvingKey: known.identityResolvingKey, bonds: known.bonds
        ) { activity in
            if case .advertisingAnswered(let status) = activity { onAdvertising(status) }
            news.withLock { news in
                switch activity {
                case .packetsWaiting, .reportsDropped, .advertisingAnswered: break
                case .overflowed: news.failure = .doesNotRead(endpoint)
                case .controllerFailed(let reason): news.failure = .controller(endpoint, reason)
                case .bondsChanged(let bonds): news.bonds = bonds
                }
                news.connection?.wake()
            }
        }
        running.enter()
        outsideWorlds {
            Thread.detachNewThread { [self] in
                run()
                running.leave()
            }
        }
    }

    /// Ends the links, resets the controller, closes the connection and waits for the device's thread. Must not be
    /// called from `onFailure`, or from a handler of the device.
    public func stop() {
        device.stopAdvertising()
        device.disconnect()
        // A central answers at its next connection event. A central that does not answer notices the end by its
        // supervision timeout.
        _ = world.attempt(until: { device.connectionCount == 0 }, timeout: .milliseconds(500))
        device.powerOff()
        news.withLock { news in
            news.isStopping = true
            news.connection?.wake()
        }
        outsideWorlds { running.wait() }
    }

    // MARK: The thread

    private func run() {
        var link = ControllerLink(connection: connection, controller: controller)
        var failure: Failure?
        while failure == nil {
            let (isStopping, problem) = news.withLock { ($0.isStopping, $0.failure) }
            do throws(LiveError) {
                try link.exchange(endpoint)
            } catch {
                failure = .transport(error)
            }
            failure = failure ?? problem ?? saveBonds()
            guard !isStopping, failure == nil else { break }
            connection.wait(reading: true, writing: link.wantsToWrite, milliseconds: -1)
        }
        news.withLock { news in
            news.connection = nil
            connection.close()
        }
        let isStopping = news.withLock { $0.isStopping }
        controller.lose()
        world.stopPacing()
        if let failure, !isStopping { onFailure(failure) }
    }

    /// Writes new bonds to the file; returns the reason if that fails.
    private func saveBonds() -> Failure? {
        guard let bonds = news.withLock({ $0.bonds.take() }) else { return nil }
        do throws(LiveError) {
            try memory.change { $0.bonds = bonds }
            return nil
        } catch {
            return .store(error)
        }
    }
}

extension LiveDevice.Failure: CustomStringConvertible {
    /// The failure as text.
    public var description: String {
        switch self {
        case .transport(let error): "\(error)"
        case .controller(let endpoint, let reason): "the controller at \(endpoint) cannot be used: \(reason)"
        case .doesNotRead(let endpoint): "the controller at \(endpoint) does not read what is sent to it"
        case .store(let error): "\(error)"
        }
    }
}
