import BluetoothHost
import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// Nearby Interaction, for accessories that are measured by Channel Sounding (behaviour section 29).
///
/// ```swift
/// let tag = world.add(definition, at: Position(x: 3, y: -3))
/// phone.turn(to: .pi / 4)  // the tag is straight ahead now
/// ```
extension Phone: NearbyProvider {
    /// What the phone can do for sessions of Nearby Interaction.
    public var nearbyCapabilities: Nearby.Capabilities {
        world.lock.withLock { $0.phone(id).stack.nearbyCapabilities }
    }

    /// Opens a session of Nearby Interaction; the façade's `NISession` calls this.
    public func openNearbySession(sink: any NearbySink) -> any NearbyPort {
        let session = open { phone, now in
            phone.openNearbySession(app: app, sink: sink, context, at: now)
        }
        guard let session else { return AbsentNearbyPort(sink: sink) }
        return WorldNearbyPort(world: world, node: id, session: session)
    }

    /// The user allows the app to use Nearby Interaction, or forbids it. Until the test says otherwise, it is allowed. A
    /// session that runs then ends (behaviour 29.14).
    public func setNearbyInteraction(isAllowed: Bool) {
        world.performOnPhone(id) { phone, now in
            phone.note(.note("\(app): Nearby Interaction \(isAllowed ? "allowed" : "forbidden")"))
            phone.stack.allowNearby(isAllowed, app, at: now)
        }
    }

    /// Turns the phone, and with it its camera. The direction of an accessory is seen from there (behaviour 29.10).
    ///
    /// - Parameter heading: Radians, clockwise as seen from above: at 0 the camera looks along the first axis, which is
    ///   where `Position.meters(_:)` is; at pi/2 it looks against the second axis.
    public func turn(to heading: Double) {
        let heading = heading.isFinite ? heading.truncatingRemainder(dividingBy: 2 * .pi) : 0
        world.performOnPhone(id) { phone, _ in
            phone.note(.note("turned, now to \(HappeningText.metres(heading * 180 / .pi)) degrees"))
            phone.heading = heading
        }
    }

    /// Where the phone's camera looks, in radians: see `turn(to:)`.
    public var heading: Double { world.lock.withLock { $0.phone(id).heading } }
}

/// The connection of one session of Nearby Interaction to a world.
final class WorldNearbyPort: NearbyPort {
    private let world: World
    private let node: NodeID
    private let session: SessionID

    init(world: World, node: NodeID, session: SessionID) {
        self.world = world
        self.node = node
        self.session = session
    }

    func send(_ command: Nearby.Command) {
        world.performOnPhone(node) { phone, now in phone.handle(command, from: session, at: now) }
    }

    func close() {
        world.performOnPhone(node) { phone, now in phone.close(session, at: now) }
    }
}

extension Position {
    /// The direction of another position in the plane of the first two axes, as a camera here sees it that looks to
    /// `heading`: radians from -pi to pi, to the right above 0; `nil` if it is here, above or below.
    func horizontalAngle(to other: Position, heading: Double) -> Double? {
        let (dx, dy) = (other.x - x, other.y - y)
        guard dx != 0 || dy != 0 else { return nil }
        let forward = UnitCircle.point(heading)
        let ahead = dx * forward.x - dy * forward.y
        let right = -dx * forward.y - dy * forward.x
        return UnitCircle.angle([ahead, right])
    }
}
