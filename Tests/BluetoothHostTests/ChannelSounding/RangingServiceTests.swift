import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// The Ranging Service and its client (Ranging Service 1.0).
@Suite struct RangingServiceTests {
    private static func pair(_ features: Ranging.Features = RangingServer.features) -> RangingServicePair {
        var pair = RangingServicePair()
        pair.features = features
        let isReady = pair.begin()
        #expect(!isReady)
        #expect(pair.takeFindings() == [.ready])
        return pair
    }

    /// The distance that a pair of steps gives.
    private static func distance(_ finding: RangingRequestor.Finding?) -> Double? {
        guard case .pair(_, let steps, let peer) = finding else { return nil }
        return DistanceEstimator.estimate(steps, peer: peer)?.distance
    }

    // MARK: Set-up

    @Test("Reports in real time need one subscription; on demand they need the others, and not that one")
    func subscriptions() {
        #expect(Self.pair().subscribed == [Ranging.Characteristic.realTimeData])
        let onDemand = Self.pair([.retrieveLostSegments])
        #expect(
            onDemand.subscribed == [
                Ranging.Characteristic.onDemandData, Ranging.Characteristic.controlPoint,
                Ranging.Characteristic.dataReady, Ranging.Characteristic.dataOverwritten,
            ])
        var again = Self.pair()
        let isReadyAgain = again.begin()
        #expect(isReadyAgain, "it is subscribed already")
    }

    @Test("A peer without the service, or with half of it, is not usable")
    func unusable() {
        var pair = RangingServicePair()
        pair.hasService = false
        let isReady = pair.begin()
        #expect(!isReady)
        #expect(pair.takeFindings() == [.unusable])
        pair.hasService = true
        let isReadyLater = pair.begin()
        #expect(!isReadyLater)
        #expect(pair.takeFindings() == [.ready], "it may come later")

        pair = RangingServicePair()
        pair.characteristics.removeAll { $0 == Ranging.Characteristic.dataReady }
        pair.features = []
        let isWhole = pair.begin()
        #expect(!isWhole)
        #expect(pair.takeFindings() == [.unusable])
    }

    // MARK: Reports

    @Test(
        "Both ends' steps come together, whichever end is first, in both ways",
        arguments: [true, false], [Ranging.Features.realTimeData, []])
    func distances(isPeerFirst: Bool, features: Ranging.Features) throws {
        var pair = Self.pair(features)
        for (counter, meters) in [2.0, 7.5, 30].enumerated() {
            let (own, peer) = RangingServicePair.results(UInt16(counter) + 0xFFE, meters: meters)
            if isPeerFirst { pair.reflect(peer) }
            pair.keep(own)
            if !isPeerFirst { pair.reflect(peer) }
            let findings = pair.takeFindings()
            #expect(findings.count == 1)
            let found = try #require(Self.distance(findings.first))
            #expect(abs(found - meters) < 0.01)
        }
        #expect(!pair.client.isWaiting && pair.notifications > 3 * 10)
    }

    @Test("A report with a lost segment is a missing one; the next one is whole", arguments: [true, false])
    func lostSegment(isRealTime: Bool) {
        var pair = Self.pair(isRealTime ? .realTimeData : [])
        pair.lost = [4]
        let (own, peer) = RangingServicePair.results(1, meters: 3)
        pair.keep(own)
        pair.reflect(peer)
        // On demand the end is known; in real time only later procedures tell.
        #expect(pair.takeFindings() == (isRealTime ? [] : [.lost(1)]))
        for counter: UInt16 in 2...6 {
            let (own, peer) = RangingServicePair.results(counter, meters: 3)
            pair.keep(own)
            if counter < 6 { pair.reflect(peer) }
        }
        let findings = pair.takeFindings()
        #expect(findings.compactMap { Self.distance($0) }.count == 4)
    }

    @Test("A report tells that those of older procedures do not come any more")
    func skippedReports() {
        var pair = Self.pair()
        for counter: UInt16 in [0xFFE, 0xFFF, 0x1000] {
            pair.keep(RangingServicePair.results(counter, meters: 3).own)
        }
        pair.reflect(RangingServicePair.results(0x1000, meters: 3).peer)
        let findings = pair.takeFindings()
        #expect(findings.count == 3 && findings.prefix(2) == [.lost(0xFFE), .lost(0xFFF)])
        #expect(!pair.client.isWaiting)
    }

    @Test("A report that becomes ready while another one comes is asked for next, and only the newest")
    func readyMeanwhile() {
        var pair = Self.pair([])
        let (ready, control) = (
            pair.handle(Ranging.Characteristic.dataReady), pair.handle(Ranging.Characteristic.controlPoint)
        )
        for counter: UInt8 in 1...3 { _ = pair.client.received([counter, 0], from: ready) }
        #expect(Self.requests(&pair) == [.getData(counter: 1)])
        _ = pair.client.received(Ranging.Response.dataComplete(counter: 1).bytes, from: control)
        #expect(Self.requests(&pair) == [.acknowledge(counter: 1), .getData(counter: 3)])
        // This answers the acknowledgement, not the request after it.
        _ = pair.client.received(Ranging.Response.ended(.noRecordsFound).bytes, from: control)
        _ = pair.client.received([4, 0], from: ready)
        #expect(Self.requests(&pair).isEmpty)
        _ = pair.client.received(Ranging.Response.ended(.noRecordsFound).bytes, from: control)
        #expect(Self.requests(&pair) == [.getData(counter: 4)])
        // An answer that never comes holds nothing up for ever.
        _ = pair.client.received([12, 0], from: ready)
        #expect(Self.requests(&pair) == [.getData(counter: 12)])
    }

    private static func requests(_ pair: inout RangingServicePair) -> [Ranging.Request] {
        var found: [Ranging.Request] = []
        while case .command(_, let bytes)? = pair.client.takeRequest() {
            if let request = try? Ranging.Request(bytes: bytes) { found.append(request) }
        }
        return found
    }

    @Test("No more than four procedures wait for their report")
    func waiting() {
        var pair = Self.pair()
        for counter: UInt16 in 0..<7 { pair.keep(RangingServicePair.results(counter, meters: 3).own) }
        #expect(pair.takeFindings() == [.lost(0), .lost(1), .lost(2)])
        #expect(pair.client.expireWaiting() == [3, 4, 5, 6])
    }

    @Test("Subevents that both ends did not run alike are left out")
    func differentSteps() throws {
        var pair = Self.pair()
        let own: ProcedureResults.Procedure
        var peer: Host.RangingReflection
        (own, peer) = RangingServicePair.results(1, meters: 3, size: 20)
        peer.subevents[1].steps.removeLast()
        pair.keep(own)
        pair.reflect(peer)
        let finding = try #require(pair.takeFindings().first)
        guard case .pair(_, let steps, let others) = finding else { return }
        #expect(steps.count == 52 && others.count == 52)
        #expect(abs(try #require(Self.distance(finding)) - 3) < 0.01)
    }

    // MARK: Control point

    private static func onDemand(_ reports: Int) -> RangingServicePair {
        var pair = RangingServicePair()
        for uuid in [Ranging.Characteristic.onDemandData, Ranging.Characteristic.controlPoint] {
            pair.server.subscribed(RangingServicePair.link, to: uuid, .notifications)
        }
        for counter in 0..<UInt16(reports) {
            pair.reflect(RangingServicePair.results(counter, meters: 3).peer)
        }
        return pair
    }

    @Test("The control point answers each request as the service says")
    func answers() {
        let code = { (code: Ranging.ResponseCode) in [Ranging.Response.ended(code)] }
        let cases: [(request: [UInt8], answers: [Ranging.Response])] = [
            ([0, 1, 0], [.dataComplete(counter: 1)]), ([0, 9, 0], code(.noRecordsFound)),
            ([1, 0, 0], code(.success)), ([1, 9, 0], code(.noRecordsFound)),
            ([2, 1, 0, 1, 3], [.segmentsComplete(counter: 1, first: 1, last: 3)]),
            ([2, 1, 0, 3, 1], code(.invalidParameter)), ([2, 9, 0, 0, 0xFF], code(.noRecordsFound)),
            ([2, 1, 0, 0, 0xF0], code(.invalidParameter)), ([3], code(.abortUnsuccessful)),
            ([4, 0, 0], code(.opCodeNotSupported)), ([9], code(.opCodeNotSupported)),
            ([0, 1], code(.invalidParameter)), ([0, 1, 0, 0], code(.invalidParameter)),
        ]
        for (request, answers) in cases {
            var pair = Self.onDemand(2)
            pair.write(request)
            #expect(pair.takeResponses() == answers, "\(request)")
        }
    }

    @Test("A report that was acknowledged is gone, and a new one takes the place of the oldest")
    func places() {
        var pair = Self.onDemand(RangingServer.capacity + 1)
        pair.write([0, 0, 0])
        #expect(pair.takeResponses() == [.ended(.noRecordsFound)], "it was overwritten")
        pair.write([1, 1, 0])
        pair.write([1, 1, 0])
        #expect(pair.takeResponses() == [.ended(.success), .ended(.noRecordsFound)])
    }

    @Test("A client of real-time data gets no answers but an error")
    func realTimeExcludes() {
        var pair = Self.onDemand(1)
        pair.server.subscribed(
            RangingServicePair.link, to: Ranging.Characteristic.realTimeData, .notifications)
        pair.write([0, 0, 0])
        #expect(pair.takeResponses() == [.ended(.invalidParameter)])
    }

    @Test("While a report is being sent the service is busy, but can stop")
    func busy() {
        var pair = Self.onDemand(1)
        let first = pair.server.written([0, 0, 0], on: RangingServicePair.link, limit: 60)
        #expect(first.count == 1)
        pair.write([1, 0, 0])
        pair.write([3])
        pair.write([3])
        #expect(
            pair.takeResponses() == [
                .ended(.serverBusy), .ended(.success), .ended(.abortUnsuccessful),
            ])
        // The segment that was on its way is not followed by another.
        pair.deliver(first)
        #expect(pair.takeResponses().isEmpty)
    }

    @Test("A report of more than 256 segments can be asked for again, up to its end")
    func manySegments() {
        var server = RangingServer()
        let link = RangingServicePair.link
        server.subscribed(link, to: Ranging.Characteristic.onDemandData, .notifications)
        server.subscribed(link, to: Ranging.Characteristic.controlPoint, .indications)
        _ = server.reflected(RangingServicePair.results(0, meters: 1).peer, on: link, limit: 3)
        var outputs = server.written([2, 0, 0, 0, 0xFF], on: link, limit: 3)
        var count = 0
        while case .update(link, Ranging.Characteristic.onDemandData, _, _, let token?)? = outputs.last {
            count += 1
            outputs = server.sent(token, on: link, limit: 3)
        }
        #expect(count > 256)
        let answer = Ranging.Response.segmentsComplete(counter: 0, first: 0, last: 0xFF).bytes
        #expect(
            outputs == [.update(link, Ranging.Characteristic.controlPoint, answer, .indication, nil)])
    }

    @Test("Without a subscription nothing is sent, and the end of a link forgets its client")
    func silence() {
        var server = RangingServer()
        let peer = RangingServicePair.results(0, meters: 1).peer
        let link = RangingServicePair.link
        #expect(server.reflected(peer, on: link, limit: 20).isEmpty)
        #expect(server.written([0, 0, 0], on: link, limit: 20).isEmpty)
        server.subscribed(link, to: Ranging.Characteristic.realTimeData, .indications)
        let outputs = server.reflected(peer, on: link, limit: 20)
        guard case .update(_, _, let value, .indication, let token?)? = outputs.first else {
            Issue.record("\(outputs)")
            return
        }
        #expect(value.count == 20)
        server.linkLost(link)
        #expect(server.sent(token, on: link, limit: 20).isEmpty)
        #expect(server.reflected(peer, on: link, limit: 20).isEmpty)
    }
}
