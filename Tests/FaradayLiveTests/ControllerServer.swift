import BluetoothPort
import BluetoothWire
import FaradayProtocol
import FaradaySimulation
import Foundation

@testable import FaradayLive

/// A simulated controller behind a transport: the other end of a `LivePhone`, for one host.
///
/// Its own thread transfers packets until the host hangs up, a fault ends it, or `stop` is called. While
/// there are no packets it sleeps, so that many of these in parallel leave the machine to the tests.
final class ControllerServer: Sendable {
    /// What goes wrong on the way to the host.
    struct Faults: Sendable {
        /// Written one byte at a time.
        var isCutEverywhere = false
        /// Stands before every packet whose number is a multiple of `garbageInterval`.
        var garbage: [UInt8] = []
        var garbageInterval = 1
        /// Hangs up when so many packets were sent.
        var packetsBeforeEnd = Int.max
        /// The bytes it sends before everything else.
        var greeting: [UInt8] = []
    }

    /// What the host is to open.
    let endpoint: HCIEndpoint
    private let controller: AttachedController
    private let faults: Faults
    private let bell: Bell
    private let isStopped = Lock(false)
    private let isOver = Lock(false)

    /// Wakes the connection that there is, if there is one.
    private final class Bell: Sendable {
        let connection = Lock<HCIConnection?>(nil)

        func ring() { connection.withLock { $0 }?.wake() }
    }

    /// Listens.
    convenience init(
        in world: World,
        on endpoint: HCIEndpoint = .tcpServer(host: "127.0.0.1", port: 0), _ faults: Faults = Faults()
    ) throws {
        let listener = try HCIListener(endpoint)
        self.init(in: world, listener.peerEndpoint, faults) { server in
            while !server.isStopped.withLock({ $0 }) {
                if let connection = try listener.accept(isWakeable: true) {
                    listener.close()
                    return connection
                }
                _ = Descriptor.poll(-1, for: 0, milliseconds: 1)
            }
            listener.close()
            return nil
        }
    }

    /// Comes to a host that listens.
    convenience init(in world: World, connectingTo endpoint: HCIEndpoint) {
        self.init(in: world, endpoint, Faults()) { _ in try HCIConnection(endpoint) }
    }

    private init(
        in world: World, _ endpoint: HCIEndpoint, _ faults: Faults,
        _ connect: @escaping @Sendable (ControllerServer) throws -> HCIConnection?
    ) {
        let bell = Bell()
        self.bell = bell
        controller = world.addController(name: "remote", at: .origin) { _ in bell.ring() }
        self.endpoint = endpoint
        self.faults = faults
        Thread.detachNewThread {
            defer { self.isOver.withLock { $0 = true } }
            guard let connection = try? connect(self) else { return }
            self.bell.connection.withLock { $0 = connection }
            defer {
                self.bell.connection.withLock { $0 = nil }
                connection.close()
            }
            // The end of the connection is the end of the thread.
            try? self.serve(connection)
        }
    }

    /// Ends the thread, soon.
    func stop() {
        isStopped.withLock { $0 = true }
        bell.ring()
    }

    /// Whether the connection has ended.
    var hasEnded: Bool { isOver.withLock { $0 } }

    private func serve(_ connection: HCIConnection) throws {
        var stream = HCI.H4Resynchronizer(from: .host)
        var sent = 0
        try send(faults.greeting, on: connection)
        while !isStopped.withLock({ $0 }), sent < faults.packetsBeforeEnd {
            connection.wait(reading: true, writing: false, milliseconds: -1)
            let bytes = try connection.readAvailable()
            // Two parts, so that packets arrive cut.
            for part in [bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...]] {
                stream.append(Array(part))
                while let finding = stream.next() {
                    if case .packet(let packet) = finding { controller.send(packet) }
                }
            }
            for packet in controller.takePackets() where sent < faults.packetsBeforeEnd {
                let garbage = sent % faults.garbageInterval == 0 ? faults.garbage : []
                try send(garbage + packet.h4Bytes, on: connection)
                sent += 1
            }
        }
    }

    private func send(_ bytes: [UInt8], on connection: HCIConnection) throws {
        var rest = bytes[...]
        while !rest.isEmpty, !isStopped.withLock({ $0 }) {
            let count = try connection.writeAvailable(Array(faults.isCutEverywhere ? rest.prefix(1) : rest))
            rest = rest.dropFirst(count)
            if count == 0 { connection.wait(reading: false, writing: true, milliseconds: 10) }
        }
    }
}
