import BluetoothPort
import BluetoothProfiles
import Testing

@testable import FaradaySimulation

@Suite("Location sensor")
struct LocationSensorTests {
    typealias LN = LocationAndNavigation

    @Test("The pod goes round its track at its speed")
    func track() throws {
        let app = try SportApp(.locationSensor(speed: 5))
        #expect(app.advertisement?.serviceUUIDs == [LN.service])
        #expect(try app.read(LN.feature).contains([.location, .fixRateSetting]))
        let quality = try app.read(LN.positionQuality)
        #expect(quality.status == .ok && (quality.beaconsInView ?? 0) >= (quality.beaconsInSolution ?? 99))
        try app.subscribe(to: LN.locationAndSpeed)
        let fixes = try app.values(of: LN.locationAndSpeed, for: .minutes(3))
        #expect((179...181).contains(fixes.count))
        #expect(fixes.allSatisfy { $0.bytes.count <= 20 && $0.status == .ok && $0.speed == 5 })
        // A square: north, east, south, west, and round again.
        let headings = fixes.compactMap(\.heading).reduce(into: [Double]()) {
            if $0.last != $1 { $0.append($1) }
        }
        #expect(headings.prefix(5) == [0, 90, 180, 270, 0])
        for (before, now) in zip(fixes, fixes.dropFirst()) {
            let (from, to) = (try #require(before.coordinate), try #require(now.coordinate))
            #expect(Geography.vector(from: from, to: to).length < 5 + 8)
            #expect(abs(try #require(now.totalDistance) - #require(before.totalDistance) - 5) < 0.2)
        }
    }

    @Test(
        "Bearings are those of a compass",
        arguments: [
            (0, 1, 0), (1, 1, 45), (1, 0, 90), (1, -1, 135), (0, -1, 180), (-1, -1, 225), (-1, 0, 270),
            (-1, 1, 315),
        ]
            as [(Double, Double, Double)])
    func bearings(east: Double, north: Double, degrees: Double) {
        #expect(abs(Geography.Vector(east: east, north: north).bearing - degrees) < 1e-9)
    }

    @Test("A degree of longitude is half as long at 60 degrees north")
    func cosine() {
        let (west, east) = (
            LN.Coordinate(latitude: 60, longitude: 0), LN.Coordinate(latitude: 60, longitude: 1)
        )
        #expect(abs(Geography.vector(from: west, to: east).length - 55_597.5) < 0.01)
    }

    @Test func control() throws {
        let app = try SportApp(.locationSensor())
        try app.expectRules(
            of: LN.controlPoint, slow: .requestNumberOfRoutes, malformed: [0x03, 0x09], busy: nil)
        func answer(_ request: LN.Request) throws -> LN.Response {
            try app.request(request, at: LN.controlPoint)
        }
        #expect(try answer(.requestNumberOfRoutes).numberOfRoutes == 1)
        #expect(try answer(.requestNameOfRoute(0)).nameOfRoute == "Round")
        #expect(try answer(.requestNameOfRoute(1)).result == .invalidParameter)
        #expect(try answer(.selectRoute(0)).result == .success)
        #expect(try answer(.selectRoute(7)).result == .invalidParameter)
        #expect(try answer(.setFixRate(0)).result == .invalidParameter)
        #expect(try answer(.setFixRate(5)).result == .success)
        #expect(try answer(.setElevation(-3)).result == .success)
        #expect(try answer(.setCumulativeValue(1000)).result == .success)
        #expect(try answer(.maskContent([.location, .heading])).result == .success)
        try app.subscribe(to: LN.locationAndSpeed)
        let fixes = try app.values(of: LN.locationAndSpeed, for: .seconds(21))
        #expect(fixes.count == 4 || fixes.count == 5)
        #expect(fixes.allSatisfy { $0.coordinate == nil && $0.heading == nil && $0.elevation == -3 })
        #expect(fixes.allSatisfy { ($0.totalDistance ?? 0) >= 1000 })
    }

    @Test("A navigation leads over the waypoints to the destination, and then ends")
    func navigation() throws {
        let app = try SportApp(.locationSensor(speed: 6))
        try app.subscribe(to: LN.controlPoint.response)
        try app.subscribe(to: LN.navigation)
        func navigate(_ control: LN.NavigationControl) throws -> ProcedureResult {
            try app.request(.navigate(control), at: LN.controlPoint).result
        }
        #expect(try app.values(of: LN.navigation, for: .seconds(3)).isEmpty)
        for control in LN.NavigationControl.allCases where control != .start {
            #expect(try navigate(control) == .operationFailed)
        }
        #expect(try navigate(.start) == .success)
        #expect(try navigate(.start) == .operationFailed)
        #expect(try navigate(.pause) == .success)
        #expect(try app.values(of: LN.navigation, for: .seconds(3)).count <= 1)
        #expect(try navigate(.resume) == .success)
        let way = try app.values(of: LN.navigation, for: .minutes(3))
        #expect(way.filter(\.hasReachedWaypoint).count >= 2)
        #expect(way.last?.hasReachedDestination == true)
        #expect(way.last?.leadsToDestination == true)
        #expect(way.first.map { ($0.remainingDistance ?? 0) > 20 } == true)
        #expect(try navigate(.pause) == .operationFailed)
        #expect(try navigate(.start) == .success)
        #expect(try navigate(.skipWaypoint) == .success)
        #expect(try navigate(.selectNearestWaypoint) == .success)
        #expect(try navigate(.stop) == .success)
    }
}
