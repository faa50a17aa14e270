import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

@Suite struct PathLossTests {
    @Test(
        arguments: [
            (1, 0), (10, 1), (100, 2), (0.1, -1), (2, 0.3010299956639812), (3, 0.47712125471966244),
            (1e7, 7), (7.5, 0.8750612633917001), (1.4142135623730951, 0.1505149978319906),
        ] as [(Double, Double)])
    func theLogarithmIsRightToTwelveDigits(value: Double, expected: Double) {
        #expect(abs(PathLoss.log10(value) - expected) < 1e-12)
    }

    @Test("Regression 20: power falls by 20 dB for each tenfold distance")
    func powerFallsByTwentyDecibelsForEachTenfoldDistance() {
        #expect(PathLoss.decibels(meters: 1, exponent: 2) == 40.05)
        #expect(abs(PathLoss.decibels(meters: 10, exponent: 2) - 60.05) < 1e-9)
        #expect(abs(PathLoss.decibels(meters: 10, exponent: 2.7) - 67.05) < 1e-9)
        #expect(PathLoss.decibels(meters: 0, exponent: 2) == PathLoss.decibels(meters: 0.01, exponent: 2))
        #expect(PathLoss.decibels(meters: .infinity, exponent: 2) == .infinity)
    }

    @Test(arguments: [(1, -40), (10, -60), (100, -80), (500, -94)] as [(Double, Int8)])
    func reportsTellTheReceivedPower(meters: Double, rssi: Int8) {
        let air = Air()
        let phone = air.add()
        air.advertise(air.add(at: .meters(meters)))
        air.scan(phone, type: .passive)
        air.run(.milliseconds(200))
        #expect(air.reports(of: phone).first?.rssi == rssi)
    }

    @Test func nothingIsHeardBelowTheSensitivity() {
        let air = Air()
        let phone = air.add()
        let far = air.add(at: .meters(600))
        air.advertise(far)
        air.scan(phone)
        air.run(.seconds(2))
        #expect(air.reports(of: phone).isEmpty)
        air.medium.move(far, to: .meters(500))
        air.run(.seconds(2))
        let heard = air.reports(of: phone).count
        #expect(heard > 10)
        air.medium.move(phone, to: .outOfRange)
        air.run(.seconds(2))
        #expect(air.reports(of: phone).count == heard)
    }

    @Test func aNormalDrawHasMeanZeroAndDeviationOne() {
        var entropy = EntropyStream(state: 3)
        let draws = (0..<20_000).map { _ in entropy.normal() }
        let mean = draws.reduce(0, +) / 20_000
        let variance = draws.reduce(0) { $0 + $1 * $1 } / 20_000
        #expect(abs(mean) < 0.03)
        #expect(abs(variance - 1) < 0.05)
        #expect(draws.allSatisfy { abs($0) <= 6 })
    }

    @Test func fadingSpreadsTheReportedPower() {
        let air = Air()
        air.medium.configuration.fadingDeviation = 3
        let phone = air.add()
        air.advertise(air.add(at: .meters(10)), interval: 32)
        air.scan(phone, type: .passive)
        air.run(.seconds(20))
        let powers = air.reports(of: phone).map { Double($0.rssi) }
        let mean = powers.reduce(0, +) / Double(powers.count)
        let deviation = (powers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(powers.count))
            .squareRoot()
        #expect(abs(mean + 60) < 0.5)
        #expect(abs(deviation - 3) < 0.4)
    }

    @Test func anUnreachableOrUndefinedPlaceIsSilentNotFatal() {
        let air = Air()
        let phone = air.add()
        air.advertise(air.add(at: Position(x: .nan)))
        air.advertise(air.add(at: Position(x: .infinity)))
        air.scan(phone)
        air.run(.seconds(1))
        #expect(air.reports(of: phone).isEmpty)
    }
}

extension Air {
    /// The legacy reports that `node`'s host got.
    func reports(of node: NodeID) -> [HCI.LEAdvertisingReport.Report] {
        events(of: node).flatMap { event -> [HCI.LEAdvertisingReport.Report] in
            if case .leAdvertisingReport(let report) = event { report.reports } else { [] }
        }
    }

    /// The extended reports that `node`'s host got.
    func extendedReports(of node: NodeID) -> [HCI.LEExtendedAdvertisingReport.Report] {
        events(of: node).flatMap { event -> [HCI.LEExtendedAdvertisingReport.Report] in
            if case .leExtendedAdvertisingReport(let report) = event { report.reports } else { [] }
        }
    }
}
