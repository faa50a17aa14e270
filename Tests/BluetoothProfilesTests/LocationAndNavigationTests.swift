import BluetoothProfiles
import Testing

@Suite("Location and navigation values")
struct LocationAndNavigationTests {
    typealias LN = LocationAndNavigation
    private static let noon = DateTime(year: 2026, month: 11, day: 22, hour: 12)
    private static let noonBytes: [UInt8] = [0xEA, 0x07, 11, 22, 12, 0, 0]

    @Test func locations() throws {
        let place = LN.Coordinate(latitude: 47.5, longitude: -122.25)
        // 475000000 and -1222500000 as signed numbers of 32 bits.
        let placeBytes: [UInt8] = [0xC0, 0xEC, 0x4F, 0x1C, 0x60, 0x21, 0x22, 0xB7]
        try expectRows([
            ([0x00, 0x00], LN.LocationAndSpeed()),
            ([0x84, 0x00] + placeBytes, LN.LocationAndSpeed(coordinate: place, status: .ok)),
            (
                [0xFF, 0x1F, 0x4D, 0x01, 0x0A, 0x00, 0x00] + placeBytes
                    + [0xFF, 0xFF, 0xFF, 0x28, 0x23, 0x07] + Self.noonBytes,
                LN.LocationAndSpeed(
                    speed: 3.33, totalDistance: 1, coordinate: place, elevation: -0.01, heading: 90,
                    rollingTime: 7, utc: Self.noon, status: .lastKnown, isThreeDimensional: true,
                    elevationSource: .other, headingSource: .compass)
            ),
        ])
        expectNoTraps(LN.LocationAndSpeed.self)
    }

    @Test("A mask leaves out what it names", arguments: 0...6)
    func masks(bit: UInt16) {
        let full = LN.LocationAndSpeed(
            speed: 1, totalDistance: 2, coordinate: .init(latitude: 0, longitude: 0), elevation: 3,
            heading: 4,
            rollingTime: 5, utc: Self.noon)
        #expect(full.bytes[0] == 0x7F)
        #expect(full.masked(by: .init(rawValue: 1 << bit)).bytes[0] == 0x7F & ~(1 << UInt8(bit)))
    }

    @Test func quality() throws {
        try expectRows([
            ([0x00, 0x01], LN.PositionQuality(status: .estimated)),
            (
                [0xFF, 0x00, 8, 12, 0x7B, 0x00, 0xFA, 0, 0, 0, 0x2C, 1, 0, 0, 6, 8],
                LN.PositionQuality(
                    beaconsInSolution: 8, beaconsInView: 12, timeToFirstFix: 12.3, horizontalError: 2.5,
                    verticalError: 3, horizontalDilution: 1.2, verticalDilution: 1.6, status: .ok)
            ),
        ])
        expectNoTraps(LN.PositionQuality.self)
    }

    @Test func navigation() throws {
        try expectRows([
            ([0x00, 0x00, 0x28, 0x23, 0x50, 0x46], LN.Navigation(bearing: 90, heading: 180)),
            (
                [0xEF, 0x01, 0, 0, 0, 0, 0x10, 0x27, 0x00, 0x9C, 0xFF, 0xFF] + Self.noonBytes,
                LN.Navigation(
                    bearing: 0, heading: 0, remainingDistance: 1000, remainingVerticalDistance: -1,
                    arrival: Self.noon, status: .ok, headingSource: .compass, leadsToDestination: true,
                    hasReachedWaypoint: true, hasReachedDestination: true)
            ),
        ])
        expectNoTraps(LN.Navigation.self)
    }

    @Test func control() throws {
        try expectRows(
            [
                ([0x01, 0x0A, 0x00, 0x00], .setCumulativeValue(1)),
                ([0x02, 0x44, 0x00], .maskContent([.location, .utcTime])),
                ([0x03, 0x05], .navigate(.selectNearestWaypoint)),
                ([0x04], .requestNumberOfRoutes),
                ([0x05, 0x02, 0x00], .requestNameOfRoute(2)),
                ([0x06, 0x01, 0x00], .selectRoute(1)),
                ([0x07, 0x02], .setFixRate(2)),
                ([0x08, 0x9C, 0xFF, 0xFF], .setElevation(-1)),
            ] as [([UInt8], LN.Request)])
        expectNoTraps(LN.Request.self)
        #expect(throws: DecodeError.self) { try LN.Request(bytes: [0x03, 0x06]) }
        #expect(LN.Response.numberOfRoutes(3).numberOfRoutes == 3)
        #expect(LN.Response.nameOfRoute("Lake").bytes == [0x20, 0x05, 0x01] + Array("Lake".utf8))
        #expect(LN.Response.nameOfRoute("Lake").nameOfRoute == "Lake")
        #expect(LN.Response.nameOfRoute("Lake").numberOfRoutes == nil)
    }
}
