import BluetoothHost
import BluetoothPort
import Testing

@testable import CoreBluetoothModel

/// What distances apps get, and what else iOS 26 changed.
@Suite struct RangingValueTests {
    @Test(
        "Behaviour 27.13, 27.14: an outlier is a result whose distance is not valid, or what the profile says"
    )
    func outliers() {
        let expected: [RangingRules.OutlierReport: [Double]] = [
            .invalidDistance: [2, -1, 2], .lastDistance: [2, 2, 2], .nothing: [2, 2],
        ]
        for (report, distances) in expected {
            var profile = OSProfile.finder
            profile.ranging.outlierReport = report
            var (bench, session, peer) = Bench.measuring(profile)
            for distance in [2.0, 90, 2] { bench.measured(distance) }
            #expect(
                bench.takeCentral(session)
                    == distances.map { .ranging(peer, .measured(.success($0))) }, "\(report)")
        }
    }

    @Test("Behaviour 27.14: each session is smoothed by itself")
    func sessionsAreApart() {
        var (bench, session, peer) = Bench.measuring()
        bench.measured(2)
        bench.send(.ranging(peer, .cancel), session)
        bench.ended()
        bench.send(.ranging(peer, .start(.initiator)), session)
        bench.started()
        bench.seen = []
        bench.measured(50)
        #expect(bench.takeCentral(session) == [.ranging(peer, .measured(.success(50)))])
    }
}
