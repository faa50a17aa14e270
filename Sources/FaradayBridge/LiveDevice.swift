import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Dispatch
import FaradayLive
import FaradaySimulation
import Foundation

/// A device of the DSL on a controller that is not ours: a real one, or another simulator's.
///
/// It lives in a paced world of its own, where its handlers and behaviours run; its keys and address come
/// from the system's random numbers, and are new each time unless a file keeps them.
///
/// ```swift
/// let live = try LiveDevice(.blinky(), on: HCIEndpoint("tcp:127.0.0.1:6402"), store: "lamp.json")
/// live.device.update(Blinky.button, [1])
/// ```
///
/// May be used from any thread.
public final class LiveDevice: Sendable {
    /// Why a device has no controller any more.
    public enum Failure: Error, Hashable, Sendable {
        /// The connection to the controller failed, or carried what is not H4.
        case transport(LiveError)
        /// The controller does not do what a controller does, in words.
        case controller(HCIEndpoint, String)
        /// The controller does not read.
        case doesNotRead(HCIEndpoint)
        /// The file can't be written on.
        case store(LiveError)
    }

    /// The device; placing it has no effect.
    public let device: Device
    /// The world it lives in, with nothing else in it.
    public let world: World
    /// Where the controller is.
    public let endpoint: HCIEndpoint
    private let controller: RemoteController
    private let connection: HCIConnection
    private let onFailure: @Sendable (Failure) -> Void
    private let news: Lock<News>
    private let thread = DispatchGroup()

    private let memory: LiveMemory

    /// What the device's thread is to look at.
    private struct News {
        /// Bonds that the file does not have yet.
        var bonds: [Bond]?
        var isStopping = false
        var failure: Failure?
        var connection: HCIConnection?
    }

    /// Connects to the controller and starts the device on it.
    ///
    /// Blocks until the connection stands. What goes wrong later is told to `onFailure`, once, from a thread
    /// of the device's own; the device is off then.
    ///
    /// It lives until `stop` is called or the controller fails.
    ///
    /// - Parameters:
    ///   - definition: What the device is.
    ///   - endpoint: Where the controller is.
    ///   - store: The file where the device keeps its address and its bonds. A new one gets the definition's address,
    ///     or one that was never there; one that keeps another address than the definition has is not used.
    ///   - onListening: For an endpoint that listens: told what the controller's end has to open.
    ///   - prepare: Called with the world before anything happens in it, to start a capture for one.
    ///   - onAdvertising: Told whenever the controller has put an advertising set on air, or has refused to, with its
    ///     status; from the thread that drives the world.
    ///   - onFailure: Told once, if the controller is lost; from the device's own thread.
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
                case .packetsWaiting, .advertisingAnswered: break
                case .overflowed: news.failure = .doesNotRead(endpoint)
                case .controllerFailed(let reason): news.failure = .controller(endpoint, reason)
                case .bondsChanged(let bonds): news.bonds = bonds
                }
                news.connection?.wake()
            }
        }
        thread.enter()
        Thread.detachNewThread { [self] in
            run()
            thread.leave()
        }
    }

    /// Ends the links, resets the controller, closes the connection and waits for the device's thread; not to be
    /// called from `onFailure`.
    public func stop() {
        device.stopAdvertising()
        device.disconnect()
        // A central answers at its next connection event. One that does not hears of the end by its supervision timeout.
        for _ in 0..<50 where device.connectionCount > 0 { Thread.sleep(forTimeInterval: 0.01) }
        device.powerOff()
        news.withLock { news in
            news.isStopping = true
            news.connection?.wake()
        }
        thread.wait()
    }

    // MARK: The thread

    private func run() {
        var link = Link(connection: connection, controller: controller)
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

    /// Writes new bonds to the file; why that can't be, if it can't.
    private func saveBonds() -> Failure? {
        guard let bonds = news.withLock({ $0.bonds.take() }) else { return nil }
        do throws(LiveError) {
            try memory.change { $0.bonds = bonds }
            return nil
        } catch {
            return .store(error)
        }
    }

    /// The bytes between the connection and the node's host.
    private struct Link {
        let connection: HCIConnection
        let controller: RemoteController
        var stream = HCI.H4Resynchronizer(from: .controller)
        var outgoing: ArraySlice<UInt8> = []

        var wantsToWrite: Bool { !outgoing.isEmpty }

        /// Carries what there is, both ways.
        mutating func exchange(_ endpoint: HCIEndpoint) throws(LiveError) {
            try write()
            while true {
                let bytes = try connection.readAvailable()
                guard !bytes.isEmpty else { break }
                stream.append(bytes)
                try receive(endpoint)
                try write()
            }
        }

        private mutating func receive(_ endpoint: HCIEndpoint) throws(LiveError) {
            var packets: [HCI.Packet] = []
            while let finding = stream.next() {
                switch finding {
                case .packet(let packet): packets.append(packet)
                // Malformed packets and noise cost only themselves.
                case .malformed, .skipped: break
                case .givenUp: throw .malformed(endpoint, "too many bytes belong to no packet")
                }
            }
            if !packets.isEmpty { controller.receive(packets) }
        }

        private mutating func write() throws(LiveError) {
            for packet in controller.takePackets() { outgoing += packet.h4Bytes }
            while !outgoing.isEmpty {
                let count = try connection.writeAvailable(Array(outgoing))
                guard count > 0 else { return }
                outgoing.removeFirst(count)
            }
            outgoing = []
        }
    }
}

extension LiveDevice.Failure: CustomStringConvertible {
    /// What failed, in words.
    public var description: String {
        switch self {
        case .transport(let error): "\(error)"
        case .controller(let endpoint, let reason): "the controller at \(endpoint) is of no use: \(reason)"
        case .doesNotRead(let endpoint): "the controller at \(endpoint) does not read what is sent to it"
        case .store(let error): "\(error)"
        }
    }
}
