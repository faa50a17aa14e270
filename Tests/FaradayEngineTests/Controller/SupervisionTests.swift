import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradayEngine

@Suite struct SupervisionTests {
    // A link of `Air.linked()` has its anchors at 8.187 ms and every 30 ms from there.
    static let firstAnchor = 8_187_340

    @Test(arguments: [500, 501, 507, 508, 510, 529, 530] as [Int])
    func outOfRangeTheLinkEndsOneTimeoutAfterTheLastSuccessfulEvent(leaves: Int) {
        let (air, central, peripheral) = Air.linked()
        air.run(.milliseconds(leaves - 500))
        air.medium.move(peripheral, to: .outOfRange)
        air.run(.seconds(3))
        let last = (leaves * 1_000_000 - Self.firstAnchor) / 30_000_000 * 30_000_000 + Self.firstAnchor
        for node in [central, peripheral] {
            #expect(air.received[node.index].map(\.time.nanoseconds) == [Int64(last) + 720_000_000])
        }
        #expect(air.timeline.allSatisfy { $0.hasSuffix("disconnected 0x08") })
        #expect(air.medium.links[0] == nil)
    }

    @Test func backInRangeBeforeTheTimeoutTheLinkLivesOnAndDataArrives() {
        let (air, central, peripheral) = Air.linked()
        air.medium.move(peripheral, to: .outOfRange)
        air.send([1, 2, 3], from: central)
        air.run(.milliseconds(600))
        #expect(air.timeline.isEmpty)
        air.medium.move(peripheral, to: .meters(3))
        #expect(air.pendingCount == 1)
        air.run(.seconds(60))
        #expect(air.data(of: peripheral) == [1, 2, 3])
        #expect(!air.timeline.contains { $0.contains("disconnected") })
        #expect(air.pendingCount == 0)
    }

    @Test func goingAndComingManyTimesNeverEndsALinkThatIsBackInTime() {
        let (air, central, peripheral) = Air.linked()
        for index in 0..<50 as Range<UInt8> {
            air.medium.move(central, to: .outOfRange)
            air.run(.milliseconds(650))
            air.medium.move(central, to: .origin)
            air.send([index], from: central)
            air.run(.milliseconds(61))
        }
        #expect(air.data(of: peripheral) == Array(0..<50))
        #expect(!air.timeline.contains { $0.contains("disconnected") })
    }

    @Test func withoutPowerANodeFallsSilentAndOnlyItsPeerIsTold() {
        let (air, central, peripheral) = Air.linked()
        air.medium.setPowered(peripheral, false)
        air.run(.seconds(2))
        #expect(air.timeline == ["1208.187 n0 disconnected 0x08"])
        air.forget()
        air.send(.reset, to: peripheral)
        #expect(air.timeline.isEmpty)
        air.medium.setPowered(peripheral, true)
        air.send(.reset, to: peripheral)
        #expect(air.timeline == ["2500.000 n1 Reset: 0x00"])
        air.advertise(peripheral)
        air.connect(central, to: air.address(of: peripheral))
        air.run(.milliseconds(300))
        #expect(air.timeline.contains { $0.contains("n0 connected 0x00") })
    }

    @Test func aResetDropsTheLinkWithoutAWordOnAir() {
        let (air, central, _) = Air.linked()
        let sniffer = air.sniff()
        air.send(.reset, to: central)
        air.run(.seconds(2))
        #expect(sniffer.frames.isEmpty)
        #expect(air.timeline == ["500.000 n0 Reset: 0x00", "1208.187 n1 disconnected 0x08"])
    }

    @Test func aRemovedNodeIsMissedByItsPeers() {
        let (air, _, peripheral) = Air.linked()
        air.medium.remove(peripheral)
        air.run(.seconds(2))
        #expect(air.timeline == ["1208.187 n0 disconnected 0x08"])
    }

    @Test func withHeavyLossEveryEventIsDrawnAndTheLinkEndsSoonerOrLater() {
        let (air, central, _) = Air.linked(timeout: 10)
        air.medium.configuration.perPacketLoss = 0.9
        #expect(air.link.quality == .uncertain)
        air.run(.seconds(60))
        #expect(air.timeline.filter { $0.contains("n0 disconnected 0x08") }.count == 1)
        #expect(air.timeline.filter { $0.contains("n1 disconnected 0x08") }.count == 1)
        #expect(air.received[central.index].count == 1)
    }

    @Test(arguments: [(0.0, RadioLink.Quality.sound), (0.001, .sound), (0.1, .uncertain), (1, .broken)])
    func lossDecidesWhetherIdleEventsMustBeRun(loss: Double, quality: RadioLink.Quality) {
        // 24 events in the timeout: a loss of 0.1 misses them all with 0.19^24 … of 0.001 never.
        let (air, _, _) = Air.linked(timeout: 20)
        air.medium.configuration.perPacketLoss = loss
        #expect(air.link.quality == quality)
    }

    @Test func anIdleLinkSchedulesNothingForADay() {
        let (air, _, _) = Air.linked()
        #expect(air.run(.hours(24)) == 0)
        #expect(air.scheduler.count == 0)
        #expect(air.timeline.isEmpty)
        air.medium.configuration.perPacketLoss = 1e-6
        #expect(air.pendingCount == 0)
    }

    @Test func aFaultLayerThatWatchesIdleLinksCanEndOne() {
        struct Silence: MediumFault {
            let from: Instant
            var watchesIdleLinks: Bool { true }
            func verdict(on frame: MediumFrame, _ entropy: inout EntropyStream) -> MediumVerdict {
                frame.time >= from ? .lose : .deliver
            }
        }
        let (air, _, _) = Air.linked()
        air.medium.setFaults([Silence(from: Instant(nanoseconds: 1_000_000_000))])
        air.run(.seconds(4))
        // The last event before the silence has its anchor at 998.187 ms, its answer 0.23 ms later.
        #expect(air.timeline == ["1718.187 n1 disconnected 0x08", "1718.417 n0 disconnected 0x08"])
    }

    @Test func aGoodbyeThatIsNeverAcknowledgedEndsWithTheTimeoutAsALocalEnd() {
        let (air, central, peripheral) = Air.linked()
        air.medium.move(peripheral, to: .outOfRange)
        air.send(
            .disconnect(.init(connectionHandle: 1, reason: .remoteUserTerminatedConnection)), to: central)
        air.run(.seconds(3))
        #expect(air.timeline.suffix(2) == ["1208.187 n0 disconnected 0x16", "1208.187 n1 disconnected 0x08"])
    }
}
