import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// The client of the Ranging Service, against peers gone wild.
@Suite struct RangingRequestorHostilityTests {
    private static let uuids = [
        Ranging.Characteristic.features, Ranging.Characteristic.realTimeData,
        Ranging.Characteristic.onDemandData, Ranging.Characteristic.controlPoint,
        Ranging.Characteristic.dataReady, Ranging.Characteristic.dataOverwritten,
    ]

    private struct Peer {
        var numbers: SeededNumbers

        mutating func handle() -> ATT.Handle {
            [0, 1, 20, 30, 0xFFFE, 0xFFFF][numbers.below(6)] &+ UInt16(numbers.below(4))
        }

        mutating func range() -> ATT.HandleRange {
            let (one, other) = (max(1, handle()), max(1, handle()))
            return ATT.HandleRange(first: min(one, other), last: max(one, other))
        }

        /// What becomes of a procedure; mostly what fits it.
        mutating func outcome(_ procedure: GATT.Procedure) -> GATT.Outcome {
            if numbers.below(12) == 0 { return .failed(.timeout) }
            switch procedure {
            case .discoverPrimaryServices:
                return .services(
                    (0..<numbers.below(3)).map { _ in .init(range: range(), uuid: Ranging.service) })
            case .discoverCharacteristics:
                return .characteristics(
                    (0..<numbers.below(12)).map { _ in
                        .init(
                            declaration: handle(), value: handle(),
                            properties: .init(rawValue: UInt8(numbers.below(256))),
                            uuid: RangingRequestorHostilityTests.uuids[numbers.below(6)])
                    })
            case .read: return .value(numbers.bytes(numbers.below(6)))
            case .discoverDescriptors:
                return .descriptors(
                    (0..<numbers.below(3)).map { _ in
                        .init(handle: handle(), uuid: numbers.below(4) == 0 ? "2901" : "2902")
                    })
            default: return .written
            }
        }

        /// Bytes that were right before some of them changed.
        mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for _ in 0..<numbers.below(3) where !bytes.isEmpty {
                bytes[numbers.below(bytes.count)] = [0, 1, 0x7F, 0x80, 0xFF][numbers.below(5)]
            }
            if numbers.below(6) == 0 { bytes.removeLast(numbers.below(bytes.count + 1)) }
            return bytes
        }
    }

    @Test("No attribute table traps; the set-up ends, and begins anew when it is asked for", arguments: 0..<4)
    func tables(seed: Int) {
        var peer = Peer(numbers: SeededNumbers(seed: UInt64(seed)))
        var (ready, unusable) = (0, 0)
        for _ in 0..<randomCases(2_000) {
            var client = RangingRequestor()
            if client.begin() { Issue.record("nothing was asked") }
            var (steps, findings): (Int, [RangingRequestor.Finding]) = (0, [])
            while let request = client.takeRequest(), steps < 100 {
                steps += 1
                guard case .procedure(let procedure) = request else { continue }
                if let finding = client.ended(peer.outcome(procedure)) { findings.append(finding) }
            }
            #expect(steps < 100 && findings.count == 1)
            ready += findings == [.ready] ? 1 : 0
            unusable += findings == [.unusable] ? 1 : 0
        }
        #expect(ready > 5 && unusable > 100)
    }

    @Test(
        "No segment and no answer traps; each procedure that is kept has one end, and few wait",
        arguments: 0..<2, [Ranging.Features.realTimeData, []])
    func values(seed: Int, features: Ranging.Features) {
        var peer = Peer(numbers: SeededNumbers(seed: UInt64(seed)))
        var pair = RangingServicePair()
        pair.features = features
        if pair.begin() { Issue.record("nothing was asked") }
        _ = pair.takeFindings()
        var client = pair.client
        var (counter, kept, pairs, lost): (UInt16, Int, Int, Int) = (0xFFF0, 0, 0, 0)
        var segments: [[UInt8]] = []
        func take(_ findings: [RangingRequestor.Finding]) {
            for finding in findings {
                switch finding {
                case .pair(_, let steps, let others):
                    pairs += 1
                    #expect(steps.count == others.count)
                    _ = DistanceEstimator.estimate(steps, peer: others)
                case .lost: lost += 1
                case .ready, .unusable: Issue.record("\(finding) in the middle")
                }
            }
        }
        for _ in 0..<randomCases(3_000) {
            switch peer.numbers.below(8) {
            case 0 where segments.count < 8:
                let (own, reflection) = RangingServicePair.results(counter, meters: 3)
                take(client.keep(own))
                kept += 1
                counter &+= UInt16(peer.numbers.below(3))
                var segmenter = Ranging.Segmenter(limit: 240)
                let report = Ranging.Report(reflection).bytes
                segments += (segmenter.append(report) + segmenter.finish()).map(\.bytes)
            case 1...4 where !segments.isEmpty:
                let segment = segments.removeFirst()
                let isRight = peer.numbers.below(16) > 0
                let uuid =
                    features.isEmpty
                    ? Ranging.Characteristic.onDemandData : Ranging.Characteristic.realTimeData
                take(client.received(isRight ? segment : peer.mutated(segment), from: pair.handle(uuid)))
            case 5:
                let value = [UInt8(truncatingIfNeeded: counter), UInt8(counter >> 8 & 0xF)]
                let handle = pair.handle(Self.uuids[4 + peer.numbers.below(2)])
                take(client.received(peer.mutated(value), from: handle))
            case 6:
                let responses: [Ranging.Response] = [
                    .dataComplete(counter: counter & 0xFFF), .ended(.success), .ended(.noRecordsFound),
                    .segmentsComplete(counter: counter & 0xFFF, first: 0, last: 0xFF),
                ]
                let bytes = responses[peer.numbers.below(4)].bytes
                take(
                    client.received(
                        peer.mutated(bytes), from: pair.handle(Ranging.Characteristic.controlPoint)))
            default:
                take(client.received(peer.numbers.bytes(peer.numbers.below(40)), from: peer.handle()))
            }
            var requests = 0
            while client.takeRequest() != nil { requests += 1 }
            #expect(requests <= 2)
        }
        let waiting = client.expireWaiting()
        #expect(waiting.count <= 4 && pairs + lost + waiting.count == kept)
        #expect(pairs > 10 && lost > 10)
    }
}
