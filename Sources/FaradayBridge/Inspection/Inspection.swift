import BluetoothPort
import FaradayLive
import FaradaySimulation
import Foundation

/// A page in the browser beside a running world: what happens, who is where, and buttons to change it.
///
/// ```swift
/// let inspection = try world.inspect()
/// print(inspection.address)
/// ```
///
/// The server listens on 127.0.0.1 only, and its address has 128 random bits: whoever knows it may see and change the
/// world. It ends with `stop()`, or with its world. May be used from any thread.
public final class Inspection: Sendable {
    /// The address for a browser of this machine: `http://127.0.0.1:49152/0123…/`.
    public let address: String
    private let server: InspectionServer
    private let desk: WorldDesk
    private let place: WeakWorld
    private let hasStopped = Lock(false)

    fileprivate init(_ world: World, _ hub: FeedHub, port: UInt16) throws(LiveError) {
        let desk = WorldDesk.of(world)
        self.desk = desk
        place = WeakWorld(world)
        server = try InspectionServer(hub, port: port) { desk.tellInJSON($0) }
        address = server.address
        desk.announceStart()
    }

    // The world is gone: whoever looks at the page is told, and not only cut off.
    deinit {
        if !hasStopped.withLock({ $0 }) { desk.announceEnd() }
    }

    /// Tells browsers that the page has ended, and ends their connections. A second call does nothing.
    ///
    /// Blocks until the server's thread has ended; the world's next `inspect` starts a new server.
    public func stop() {
        hasStopped.withLock { $0 = true }
        desk.announceEnd()
        server.stop()
        place.world?.keep(InspectionPlace(inspection: nil))
    }
}

/// Where a world keeps its inspection.
struct InspectionPlace: Sendable {
    let inspection: Inspection?
}

extension World {
    /// Shows this world in a browser from now on, and prints the address: `Faraday: http://127.0.0.1:49152/0123…/`.
    ///
    /// Starts the trace, if it is off, and a server of this machine. What the world does is the same with and without it,
    /// byte for byte, as long as nobody changes something on the page. An inspected world has one server: a further call
    /// returns the same inspection.
    ///
    /// - Parameters:
    ///   - title: What the page shows as its title, such as the name of the test.
    ///   - port: A port of 127.0.0.1; 0 takes a free one.
    /// - Throws: `LiveError.unreachable` if the port is taken, `LiveError.failed` if the system has no descriptors left.
    @discardableResult
    public func inspect(title: String = "", port: UInt16 = 0) throws(LiveError) -> Inspection {
        if let inspection = kept(as: InspectionPlace.self)?.inspection { return inspection }
        let inspection = try startInspection(title: title, port: port)
        InspectionText.say(inspection.address)
        return inspection
    }

    /// The same for callers that print the address in their own way; there must be no inspection yet.
    package func startInspection(title: String, port: UInt16 = 0) throws(LiveError) -> Inspection {
        guard let hub = WorldDesk.of(self).hub(title: title) else {
            preconditionFailure("a world that exists has no feed")
        }
        let inspection = try Inspection(self, hub, port: port)
        keep(InspectionPlace(inspection: inspection))
        return inspection
    }
}

/// What inspections print.
package enum InspectionText {
    /// Prints one line of ASCII at once, also where standard output is no terminal.
    package static func say(_ text: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data("Faraday: \(text.asciiLine)\n".utf8))
    }
}
