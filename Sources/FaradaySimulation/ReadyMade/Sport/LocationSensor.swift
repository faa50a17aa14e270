import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// A way to a destination that a location sensor knows.
public struct NavigationRoute: Hashable, Sendable {
    /// The name, as the control point gives it.
    public var name: String
    /// The places on the way, the destination last.
    public var waypoints: [LocationAndNavigation.Coordinate]

    public init(name: String, waypoints: [LocationAndNavigation.Coordinate]) {
        self.name = name
        self.waypoints = waypoints
    }
}

extension DeviceDefinition {
    /// A receiver with the Location and Navigation service. It goes round a track from the first subscription on, and
    /// sends its place once per second while a central is subscribed.
    ///
    /// Each place is up to two metres beside the track, drawn from the world's seed. The control point sets the total
    /// distance, the elevation, the time between two fixes (1 to 60 s) and masks; it names and selects routes, and starts,
    /// pauses and stops a navigation. While one runs, directions to the next waypoint are sent with every place; a
    /// waypoint is reached within 20 metres.
    ///
    /// ```swift
    /// let corners = [(47.60, -122.33), (47.61, -122.33)]
    /// let track = corners.map { LocationAndNavigation.Coordinate(latitude: $0.0, longitude: $0.1) }
    /// world.add(.locationSensor(track: track, speed: 5), at: .meters(2))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - track: The corners of the track; the last leads back to the first. By default a square of 600 m.
    ///   - speed: Metres per second.
    ///   - routes: The routes that the receiver knows; by default the track.
    public static func locationSensor(
        name: String = "Location Pod", track: [LocationAndNavigation.Coordinate]? = nil, speed: Double = 3,
        routes: [NavigationRoute]? = nil
    ) -> DeviceDefinition {
        typealias LN = LocationAndNavigation
        let track = track ?? LocationPod.square
        let pod = Lock(
            LocationPod(
                track: Track(track), speed: speed,
                routes: routes ?? [NavigationRoute(name: "Round", waypoints: track)]))
        return DeviceDefinition(name: name, appearance: 0x1444) {
            DeviceAdvertising(services: [LN.service])
            DeviceService(LN.service) {
                DeviceCharacteristic(LN.feature, .read, value: LocationPod.feature)
                DeviceCharacteristic(LN.locationAndSpeed, .notify)
                DeviceCharacteristic(LN.positionQuality, .read)
                    .onRead(LN.positionQuality) { read in
                        let draw = read.device.draw("satellites")
                        return pod.withLock { $0.quality(draw) }
                    }
                DeviceCharacteristic.procedures(LN.controlPoint) { request, _ in
                    pod.withLock { $0.answer(request) }
                }
                DeviceCharacteristic(LN.navigation, .notify)
            }
            DeviceBehaviour.notifying(LN.locationAndSpeed, every: .seconds(1)) { device in
                let (draw, now) = (device.draw("place"), device.world.now)
                return pod.withLock { $0.fix(draw, at: now) }
            }
            DeviceBehaviour.notifying(LN.navigation, every: .seconds(1)) { device in
                let now = device.world.now
                return pod.withLock { $0.directions(at: now) }
            }
        }
    }
}

/// The state of a receiver between two places.
struct LocationPod: Sendable {
    typealias LN = LocationAndNavigation

    /// A square with a side of 150 metres, the default track.
    static let square: [LN.Coordinate] = [
        (47.6062, -122.3321), (47.60755, -122.3321), (47.60755, -122.3301), (47.6062, -122.3301),
    ].map { .init(latitude: $0.0, longitude: $0.1) }

    static let feature: LN.Feature = [
        .instantaneousSpeed, .totalDistance, .location, .elevation, .heading, .rollingTime,
        .remainingDistance,
        .beaconsInSolution, .beaconsInView, .timeToFirstFix, .estimatedHorizontalError, .horizontalDilution,
        .contentMasking, .fixRateSetting, .elevationSetting, .positionStatus,
    ]
    static let reach = 20.0

    private enum Navigation { case off, on, paused }

    private let track: Track
    private let speed: Double
    private let routes: [NavigationRoute]
    private var start: Instant?
    private var walked = 0.0
    private var distanceAtStart = 0.0
    private var elevation = 56.0
    private var mask: LN.ContentMask = []
    private var fixes = 0
    private var secondsPerFix = 1
    private var navigation = Navigation.off
    private var route = 0
    private var waypoint = 0

    init(track: Track, speed: Double, routes: [NavigationRoute]) {
        self.track = track
        self.speed = speed.isFinite ? min(max(speed, 0), 600) : 0
        self.routes = routes
    }

    private mutating func advance(to now: Instant) {
        let first = start ?? now
        start = first
        walked = (now - first).inSeconds * speed
    }

    /// The next place; `nil` until the time between two fixes has passed.
    mutating func fix(_ draw: UInt64, at now: Instant) -> LocationAndNavigation.LocationAndSpeed? {
        advance(to: now)
        fixes += 1
        guard (fixes - 1) % secondsPerFix == 0 else { return nil }
        var (place, heading) = track.place(after: walked)
        // Some centimetres of latitude and longitude each.
        place.latitude += (Double(draw % 2001) - 1000) * 1.2e-8
        place.longitude += (Double(draw >> 16 % 2001) - 1000) * 1.2e-8
        return LN.LocationAndSpeed(
            speed: speed, totalDistance: walked + distanceAtStart, coordinate: place, elevation: elevation,
            heading: heading, status: .ok
        ).masked(by: mask)
    }

    func quality(_ draw: UInt64) -> LocationAndNavigation.PositionQuality {
        let used = UInt8(7 + draw % 6)
        return LN.PositionQuality(
            beaconsInSolution: used, beaconsInView: used + UInt8(draw >> 8 % 4), timeToFirstFix: 28.5,
            horizontalError: 12 / Double(used), horizontalDilution: 8 / Double(used), status: .ok)
    }

    /// The way to the next waypoint, while a navigation runs.
    mutating func directions(at now: Instant) -> LocationAndNavigation.Navigation? {
        advance(to: now)
        guard navigation == .on, let waypoints, waypoint < waypoints.count else { return nil }
        let (place, heading) = track.place(after: walked)
        let way = Geography.vector(from: place, to: waypoints[waypoint])
        let isLast = waypoint == waypoints.count - 1
        let isThere = way.length <= Self.reach
        if isThere, isLast {
            navigation = .off
        } else if isThere {
            waypoint += 1
        }
        return LN.Navigation(
            bearing: way.bearing, heading: heading, remainingDistance: way.length, status: .ok,
            leadsToDestination: isLast, hasReachedWaypoint: isThere && !isLast,
            hasReachedDestination: isThere && isLast)
    }

    private var waypoints: [LN.Coordinate]? { route < routes.count ? routes[route].waypoints : nil }

    mutating func answer(_ request: LN.Request) -> ProcedureAnswer<LN.OpCode> {
        var result = ProcedureResult.success
        switch request {
        case .setCumulativeValue(let distance): distanceAtStart = distance - walked
        case .maskContent(let new): mask = new
        case .navigate(let control): result = navigate(control)
        case .requestNumberOfRoutes:
            return .init(response: .numberOfRoutes(UInt16(clamping: routes.count)))
        case .requestNameOfRoute(let index):
            guard index < routes.count else {
                return .init(response: .init(request.opCode, .invalidParameter))
            }
            return .init(response: .nameOfRoute(routes[Int(index)].name))
        case .selectRoute(let index):
            guard index < routes.count else {
                return .init(response: .init(request.opCode, .invalidParameter))
            }
            (route, waypoint, navigation) = (Int(index), 0, .off)
        case .setFixRate(let seconds):
            guard (1...60).contains(seconds) else {
                return .init(response: .init(request.opCode, .invalidParameter))
            }
            (secondsPerFix, fixes) = (Int(seconds), 0)
        case .setElevation(let new): elevation = new
        }
        return .init(response: .init(request.opCode, result))
    }

    /// What does not fit the state of the navigation fails.
    private mutating func navigate(_ control: LN.NavigationControl) -> ProcedureResult {
        guard let waypoints, !waypoints.isEmpty else { return .operationFailed }
        switch (control, navigation) {
        case (.start, .off): (navigation, waypoint) = (.on, 0)
        case (.stop, .on), (.stop, .paused): navigation = .off
        case (.pause, .on): navigation = .paused
        case (.resume, .paused): navigation = .on
        case (.skipWaypoint, .on), (.skipWaypoint, .paused):
            guard waypoint + 1 < waypoints.count else { return .operationFailed }
            waypoint += 1
        case (.selectNearestWaypoint, .on), (.selectNearestWaypoint, .paused):
            let place = track.place(after: walked).coordinate
            let distances = waypoints.map { Geography.vector(from: place, to: $0).length }
            waypoint = distances.indices.min { distances[$0] < distances[$1] } ?? waypoint
        default: return .operationFailed
        }
        return .success
    }
}
