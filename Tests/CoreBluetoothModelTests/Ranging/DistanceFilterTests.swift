import Testing

@testable import CoreBluetoothModel

/// What the system makes of distances before it hands them out.
@Suite struct DistanceFilterTests {
    private func filtered(
        _ distances: [Double], _ change: (inout RangingRules) -> Void = { _ in }
    ) -> [Double?] {
        var rules = RangingRules()
        change(&rules)
        var filter = DistanceFilter(rules)
        return distances.map { filter.take($0) }
    }

    private func isClose(_ left: [Double?], _ right: [Double?]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { one, other in
                guard let one, let other else { return one == nil && other == nil }
                return abs(one - other) < 1e-9
            }
    }

    @Test("Behaviour 27.14: the first distance is handed out as it is, later ones follow by a part")
    func smooths() {
        #expect(isClose(filtered([2, 3, 3, 3]), [2, 2.4, 2.64, 2.784]))
        #expect(isClose(filtered([2, 3, 2.5]) { $0.smoothing = 1 }, [2, 3, 2.5]))
    }

    @Test("Behaviour 27.14: a value far from the others is dropped, and does not move the next ones")
    func dropsOutliers() {
        #expect(isClose(filtered([2, 90, 2, 0, 2]), [2, nil, 2, 1.2, 1.52]))
        #expect(isClose(filtered([2, 4.0, 4.9]), [2, 2.8, nil]), "2 m more are no outlier, 2.1 m are one")
        #expect(isClose(filtered([40, 49, 50]), [40, 43.6, 46.16]), "a quarter more is none")
    }

    @Test("Behaviour 27.14: outliers that agree are believed after the third")
    func believesWhatStays() {
        #expect(isClose(filtered([2, 20, 21, 22, 21]), [2, nil, nil, 21, 21]))
        #expect(
            isClose(filtered([2, 20, 60, 20, 60, 20]), [2, nil, nil, nil, nil, nil]),
            "those that disagree replace each other")
        #expect(isClose(filtered([2, 20, 2, 20, 2, 20]), [2, nil, 2, nil, 2, nil]))
        #expect(isClose(filtered([2, 20]) { $0.believedOutliers = 1 }, [2, 20]))
    }

    @Test("Behaviour 27.14: the distance of a moving accessory lags behind, and catches up")
    func lags() throws {
        let walked = (0..<30).map { 1 + 0.2 * Double($0) }
        let shown = filtered(walked).compactMap { $0 }
        #expect(shown.count == walked.count)
        for (step, distance) in shown.enumerated().dropFirst() { #expect(distance < walked[step]) }
        // A steady walk is shown with the lag of an exponential filter: (1 - a) / a steps.
        let lag = try #require(walked.last) - #require(shown.last)
        #expect(abs(lag - 0.2 * 0.6 / 0.4) < 1e-3)
        let rested = filtered(walked + Array(repeating: 6.8, count: 20)).compactMap { $0 }
        #expect(abs(try #require(rested.last) - 6.8) < 1e-3)
    }

    @Test("Strange numbers of a host do not stop later distances")
    func strangeNumbers() {
        var filter = DistanceFilter(RangingRules())
        for distance in [2, .infinity, .nan, -5, 1e300] { _ = filter.take(distance) }
        #expect(filter.take(2).map { abs($0 - 2) < 2 } == true)
    }
}
