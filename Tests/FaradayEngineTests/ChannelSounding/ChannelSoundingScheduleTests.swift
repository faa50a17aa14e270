import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// When procedures, events and subevents are, how they end, and how they get on with the link's own events.
@Suite struct ChannelSoundingScheduleTests {
    /// The times at which a host got its results, in microseconds.
    static func times(_ pair: SoundingPair, of node: NodeID) -> [Int64] {
        pair.air.received[node.index].compactMap {
            if case .event(.leCSSubeventResult) = $0.packet { $0.time.nanoseconds / 1_000 } else { nil }
        }
    }

    static func enabled(_ pair: SoundingPair, of node: NodeID) -> HCI.LECSProcedureEnableComplete? {
        for case .leCSProcedureEnableComplete(let complete) in pair.air.events(of: node) { return complete }
        return nil
    }

    @Test func aProcedureBeginsAtAnEventThatBothKnowAndTakesAsLongAsItsSteps() {
        let pair = SoundingPair()
        pair.start()
        pair.air.run(.seconds(1))
        let complete = Self.enabled(pair, of: pair.central)
        // 3 steps of 278 µs and 72 of 130 µs.
        #expect(complete?.subeventLength == 10_194 && complete?.subeventsPerEvent == 1)
        #expect(complete == Self.enabled(pair, of: pair.peripheral))
        let results = pair.results(of: pair.central)
        #expect(results.count == 1)
        #expect(results[0].progress == .init() && results[0].procedureCounter == 0)
        // The results come when the last step has ended: 1,106 µs after the anchor of its connection event, and on.
        let link = pair.air.link
        let anchor = link.anchor(Int64(results[0].startACLConnectionEvent)) / 1_000
        #expect(Self.times(pair, of: pair.central) == [anchor + 1_106 + 10_194])
        #expect(Self.times(pair, of: pair.peripheral) == Self.times(pair, of: pair.central))
    }

    @Test func resultsAreCutIntoEventsOf255Octets() {
        let pair = SoundingPair()
        pair.start()
        pair.air.run(.seconds(1))
        for node in [pair.central, pair.peripheral] {
            var pieces: [Int] = []
            for event in pair.air.events(of: node) {
                switch event {
                case .leCSSubeventResult(let result): pieces.append(result.steps.count)
                case .leCSSubeventResultContinue(let more): pieces.append(more.steps.count)
                default: continue
                }
                #expect(HCI.Packet.event(event).h4Bytes.count <= 1 + 2 + 255)
            }
            #expect(pieces.count == 4 && pieces.reduce(0, +) == 75)
        }
    }

    @Test func proceduresRepeatAtTheirIntervalUntilTheyAreDone() {
        let pair = SoundingPair()
        pair.start {
            ($0.maxProcedureCount, $0.minProcedureInterval, $0.maxProcedureInterval) = (4, 3, 3)
        }
        pair.air.run(.seconds(2))
        let results = pair.results(of: pair.peripheral)
        #expect(results.map(\.procedureCounter) == [0, 1, 2, 3])
        let times = Self.times(pair, of: pair.peripheral)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 90_000 })
        #expect(pair.air.pendingCount == 0)
        // The next start goes on counting, and does not hop as the last one did.
        pair.air.forget()
        pair.air.send(SoundingPair.enable(true), to: pair.central)
        pair.air.run(.seconds(2))
        let others = pair.results(of: pair.peripheral)
        #expect(others.map(\.procedureCounter) == [4, 5, 6, 7])
        let orders = Set((results + others).map { $0.steps.map(\.channel) })
        #expect(orders.count == 8)
    }

    @Test func aProcedureThatDoesNotFitGoesOnInTheNextEvents() {
        let pair = SoundingPair(interval: 12)
        pair.start { ($0.maxSubeventLength, $0.maxProcedureCount) = (4_000, 2) }
        pair.air.run(.seconds(1))
        let results = pair.results(of: pair.central)
        let first = results.filter { $0.procedureCounter == 0 }
        #expect(results.count == 2 * first.count && first.count > 2)
        #expect(first.dropLast().allSatisfy { $0.progress.procedure == .partial })
        #expect(first.last?.progress.procedure == .complete)
        #expect(results.allSatisfy { $0.progress.subevent == .complete })
        // Each subevent begins with steps of mode 0, and each channel comes once.
        #expect(first.allSatisfy { $0.steps.prefix(3).allSatisfy { $0.data.mode == 0 } })
        let channels = first.flatMap(\.steps).filter { $0.data.mode == 2 }.map(\.channel)
        #expect(channels.count == 72 && Set(channels).count == 72)
    }

    @Test func aProcedureEndsAtItsGreatestLength() {
        let pair = SoundingPair(interval: 12)
        pair.start { ($0.maxSubeventLength, $0.maxProcedureLength) = (4_000, 20) }
        pair.air.run(.seconds(1))
        let results = pair.results(of: pair.central)
        #expect(results.last?.progress.procedure == .complete)
        #expect(results.flatMap(\.steps).count < 75)
        let times = Self.times(pair, of: pair.central)
        #expect((times.last ?? 0) - (times.first ?? 0) < 20 * 625)
    }

    /// The ends are at the other channels' business: packets of the link end before a subevent, and come after it.
    @Test func theLinksEventsAndSubeventsTakeTurns() {
        let pair = SoundingPair(interval: 16)
        pair.start { ($0.maxProcedureCount, $0.minProcedureInterval, $0.maxProcedureInterval) = (20, 1, 1) }
        let sniffer = pair.air.sniff()
        for _ in 0..<10 {
            pair.air.send(Array(repeating: 7, count: 120), from: pair.central)
            pair.air.send(Array(repeating: 8, count: 120), from: pair.peripheral)
            pair.air.run(.milliseconds(80))
        }
        let length: Int64 = 10_194
        let subevents = Self.times(pair, of: pair.central).map { ($0 - length, $0) }
        #expect(subevents.count == 20)
        for frame in sniffer.frames {
            let begin = frame.time.nanoseconds / 1_000
            guard case .data(let pdu) = frame.kind else { continue }
            let end = begin + LL.airTime(payloadBytes: pdu.payload.count + 4, phy: frame.phy).count / 1_000
            #expect(subevents.allSatisfy { end <= $0.0 || begin >= $0.1 })
        }
        #expect(pair.results(of: pair.central).allSatisfy { $0.progress == .init() })
        #expect(pair.air.data(of: pair.peripheral).count == 10 * 120)
    }

    @Test func subeventsLongerThanTheIntervalTakeConnectionEventsAway() {
        let pair = SoundingPair(interval: 8)
        pair.start { ($0.minSubeventLength, $0.maxProcedureCount) = (12_000, 3) }
        let sniffer = pair.air.sniff()
        pair.air.medium.configuration.perPacketLoss = 0.01
        pair.air.run(.seconds(1))
        let complete = Self.enabled(pair, of: pair.central)
        #expect(complete?.eventInterval == 2 && complete?.subeventLength == 12_000)
        let ends = Self.times(pair, of: pair.central)
        #expect(ends.count == 3)
        for frame in sniffer.frames {
            let begin = frame.time.nanoseconds / 1_000
            #expect(ends.allSatisfy { begin < $0 - 10_000 || begin >= $0 })
        }
        #expect(!pair.events(of: pair.central).contains { $0.hasPrefix("disconnected") })
    }

    @Test func anotherConnectionIntervalMovesTheProcedures() {
        let pair = SoundingPair()
        pair.start {
            ($0.maxProcedureCount, $0.minProcedureInterval, $0.maxProcedureInterval) = (0, 2, 2)
        }
        pair.air.run(.seconds(1))
        pair.air.send(ProcedureTests.update(80, timeout: 400), to: pair.central)
        pair.air.run(.seconds(1))
        pair.air.forget()
        pair.air.run(.seconds(2))
        let times = Self.times(pair, of: pair.central)
        #expect(times.count == 10)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 200_000 })
    }

    // Ends

    @Test func eitherHostEndsTheProcedures() {
        for isCentral in [true, false] {
            let pair = SoundingPair()
            pair.start { $0.maxProcedureCount = 0 }
            pair.air.run(.seconds(1))
            #expect(pair.results(of: pair.central).count > 10)
            let (one, other) = isCentral ? (pair.central, pair.peripheral) : (pair.peripheral, pair.central)
            pair.air.forget()
            #expect(pair.air.ask(SoundingPair.enable(false), of: one) == .success)
            pair.air.run(.seconds(1))
            #expect(pair.events(of: one) == ["procedures off 0x00"])
            #expect(pair.events(of: other) == ["procedures off 0x00"])
            #expect(pair.air.pendingCount == 0)
            #expect(pair.air.ask(SoundingPair.enable(false), of: one) == .commandDisallowed)
            #expect(pair.air.ask(SoundingPair.enable(true), of: pair.central) == .success)
        }
    }

    @Test func bothHostsMayEndThemAtOnce() {
        let pair = SoundingPair()
        pair.start { $0.maxProcedureCount = 0 }
        pair.air.run(.seconds(1))
        pair.air.forget()
        for node in [pair.central, pair.peripheral] { pair.air.send(SoundingPair.enable(false), to: node) }
        pair.air.run(.seconds(1))
        #expect(pair.events(of: pair.central) == ["procedures off 0x00"])
        #expect(pair.events(of: pair.peripheral) == ["procedures off 0x00"])
    }

    @Test func aProcedureThatIsEndedInItsMiddleIsReportedAsAborted() {
        let pair = SoundingPair(interval: 12)
        pair.start {
            ($0.maxSubeventLength, $0.maxProcedureCount) = (2_000, 0)
            ($0.minProcedureInterval, $0.maxProcedureInterval) = (20, 20)
        }
        while pair.results(of: pair.central).last?.progress.procedure != .partial {
            pair.air.run(.milliseconds(1))
        }
        pair.air.send(SoundingPair.enable(false), to: pair.central)
        pair.air.run(.seconds(1))
        for node in [pair.central, pair.peripheral] {
            let last = pair.results(of: node).last
            #expect(
                last?.progress
                    == .init(
                        procedure: .aborted, subevent: .aborted, procedureAbort: .requested,
                        subeventAbort: .requested))
            #expect(last?.steps.isEmpty == true)
        }
    }

    @Test func theEndOfTheLinkEndsAll() {
        let pair = SoundingPair()
        pair.start { $0.maxProcedureCount = 0 }
        pair.air.run(.seconds(1))
        pair.air.forget()
        pair.air.send(SoundingPair.disconnect, to: pair.central)
        pair.air.run(.seconds(1))
        #expect(pair.events(of: pair.central) == ["disconnected 0x16"])
        #expect(pair.events(of: pair.peripheral) == ["disconnected 0x13"])
        let end = pair.air.received[pair.peripheral.index].last
        guard case .event(.disconnectionComplete)? = end?.packet else {
            Issue.record("something came after the end of the link")
            return
        }
        #expect(pair.air.pendingCount == 0 && pair.air.medium.links.allSatisfy { $0 == nil })
    }

    @Test func aResetEndsAllAtOnce() {
        let pair = SoundingPair()
        pair.start { $0.maxProcedureCount = 0 }
        pair.air.run(.seconds(1))
        pair.air.send(.reset, to: pair.central)
        pair.air.forget()
        pair.air.run(.seconds(6))
        #expect(pair.results(of: pair.central).isEmpty)
        // The peripheral finds nobody any more, until its link is lost.
        let lonely = pair.results(of: pair.peripheral)
        #expect(lonely.allSatisfy { $0.progress.subeventAbort == .noSync } && !lonely.isEmpty)
        #expect(pair.events(of: pair.peripheral).last == "disconnected 0x08")
        #expect(pair.air.pendingCount == 0)
    }

    /// Facts of Core 6.0: without encryption there is no Channel Sounding, and no event says so.
    @Test func encryptionThatIsPausedEndsAll() {
        let pair = SoundingPair()
        pair.start { $0.maxProcedureCount = 0 }
        pair.air.run(.seconds(1))
        pair.air.send(EncryptionTests.enable(), to: pair.central)
        pair.air.run(.milliseconds(500))
        pair.air.forget()
        pair.air.run(.seconds(1))
        #expect(pair.results(of: pair.central).isEmpty && pair.events(of: pair.central).isEmpty)
        #expect(pair.air.ask(SoundingPair.enable(true), of: pair.central) == .commandDisallowed)
        // A new security start, and it goes on from 0.
        pair.air.send(ChannelSoundingSetupTests.security, to: pair.central)
        pair.air.run(.milliseconds(200))
        #expect(pair.air.ask(SoundingPair.enable(true), of: pair.central) == .success)
        pair.air.run(.seconds(1))
        #expect(pair.results(of: pair.central).first?.procedureCounter == 0)
    }

    // Losses

    @Test func endsThatDoNotMeetReportAbortedSubevents() {
        let pair = SoundingPair()
        pair.start { ($0.maxProcedureCount, $0.minProcedureInterval, $0.maxProcedureInterval) = (0, 2, 2) }
        pair.air.run(.seconds(1))
        pair.air.forget()
        pair.air.medium.move(pair.peripheral, to: .outOfRange)
        pair.air.run(.seconds(1))
        for node in [pair.central, pair.peripheral] {
            let results = pair.results(of: node)
            #expect(results.count > 10)
            for result in results {
                #expect(result.progress == .init(subevent: .aborted, subeventAbort: .noSync))
                #expect(result.steps.count == 3 && result.steps.allSatisfy { $0.data.mode == 0 })
                #expect(result.referencePowerLevel == nil)
            }
        }
        // In range again, it goes on.
        pair.air.medium.move(pair.peripheral, to: Position(x: 5, y: 2, z: 1))
        pair.air.run(.milliseconds(200))
        #expect(pair.results(of: pair.central).last?.progress == .init())
        pair.air.forget()
        pair.air.run(.milliseconds(100))
        let (one, other) = (pair.results(of: pair.central), pair.results(of: pair.peripheral))
        let measured = Ranging.distance([one[0]], [other[0]]) ?? 0
        #expect(abs(measured - 4) < 0.01)
    }

    @Test func packetsThatAreLostHaveNoTime() {
        let pair = SoundingPair(medium: .init(perPacketLoss: 0))
        pair.start(.init(mainMode: .packets, role: .initiator)) { $0.maxSubeventLength = 60_000 }
        pair.air.medium.configuration.perPacketLoss = 0.2
        pair.air.run(.seconds(3))
        let steps = pair.results(of: pair.central).flatMap(\.steps).compactMap(\.data.packets)
        let lost = steps.filter { $0.quality == .notFound }
        #expect(lost.count > 5 && lost.count < 60)
        #expect(lost.allSatisfy { $0.time == nil && $0.rssi == nil })
        #expect(steps.filter { $0.quality == .correct }.allSatisfy { $0.time != nil })
    }

    // Channels

    @Test func classifiedChannelsAreLeftOutFromAnInstantOn() {
        let pair = SoundingPair()
        pair.start { $0.maxProcedureCount = 0 }
        pair.air.run(.seconds(1))
        for (node, range) in [(pair.central, 2..<60), (pair.peripheral, 30..<79)] {
            let map = ChannelSounding.ChannelMap(range)
            #expect(
                pair.air.ask(
                    .leCSSetChannelClassification(.init(channelClassification: map)), of: node) == .success)
        }
        pair.air.run(.seconds(1))
        pair.air.forget()
        pair.air.run(.milliseconds(200))
        let channels = Set(pair.results(of: pair.peripheral).flatMap(\.steps).map(\.channel))
        #expect(channels == Set(30..<60))
        let few = ChannelSounding.ChannelMap(2..<16)
        #expect(
            pair.air.ask(.leCSSetChannelClassification(.init(channelClassification: few)), of: pair.central)
                == .invalidHCICommandParameters)
    }

    /// Lost packets can bring the map after its instant. The procedures end then, and new ones use the map.
    @Test func aMapThatCameTooLateCountsFromItsArrivalOn() {
        let pair = SoundingPair()
        pair.start { ($0.maxProcedureCount, $0.minProcedureInterval, $0.maxProcedureInterval) = (0, 1, 1) }
        pair.air.run(.seconds(1))
        pair.air.medium.move(pair.peripheral, to: .outOfRange)
        pair.air.send(
            .leCSSetChannelClassification(.init(channelClassification: .init(2..<60))), to: pair.central)
        pair.air.run(.seconds(1))
        #expect(pair.results(of: pair.central).last?.progress.procedureAbort == .instantPassed)
        pair.air.medium.move(pair.peripheral, to: Position(x: 3, y: 2, z: 1))
        pair.air.run(.seconds(1))
        pair.air.forget()
        #expect(pair.air.ask(SoundingPair.enable(true), of: pair.central) == .success)
        pair.air.run(.seconds(1))
        let results = pair.results(of: pair.central)
        #expect(results.count > 10 && results.allSatisfy { $0.progress == .init() })
        #expect(Set(results.flatMap(\.steps).map(\.channel)).isSubset(of: Set(0..<60)))
    }

    @Test func aRequestToEndAnotherConfigurationEndsNothing() {
        let pair = SoundingPair()
        pair.start { $0.maxProcedureCount = 0 }
        pair.air.run(.seconds(1))
        let request = LL.CSTerminate(configID: 3, procedureCount: 0, errorCode: 0x13)
        pair.air.link.peripheral.queue(.channelSounding(.terminateReq(request)))
        pair.air.run(.milliseconds(300))
        pair.air.forget()
        // The host still can't start what runs, and can end it.
        #expect(pair.air.ask(SoundingPair.enable(true), of: pair.central) == .commandDisallowed)
        #expect(pair.air.ask(SoundingPair.enable(false), of: pair.central) == .success)
        pair.air.run(.milliseconds(300))
        #expect(pair.events(of: pair.central) == ["procedures off 0x00"])
    }

    @Test func withFewerThan15ChannelsInCommonThereAreNoProcedures() {
        let pair = SoundingPair()
        pair.start { $0.maxProcedureCount = 0 }
        pair.air.run(.seconds(1))
        for (node, range) in [(pair.central, 2..<30), (pair.peripheral, 20..<79)] {
            let map = ChannelSounding.ChannelMap(range)
            pair.air.send(.leCSSetChannelClassification(.init(channelClassification: map)), to: node)
        }
        pair.air.run(.seconds(1))
        for node in [pair.central, pair.peripheral] {
            let last = pair.results(of: node).last
            #expect(last?.progress.procedure == .aborted && last?.progress.procedureAbort == .tooFewChannels)
        }
        #expect(pair.air.pendingCount == 0)
        #expect(pair.air.ask(SoundingPair.enable(false), of: pair.central) == .commandDisallowed)
    }

    @Test func channelsThatWereClassifiedBeforeTheLinkCountToo() {
        let pair = SoundingPair()
        pair.air.send(
            .leCSSetChannelClassification(.init(channelClassification: .init(40..<79))), to: pair.peripheral)
        pair.start()
        pair.air.run(.seconds(1))
        let channels = Set(pair.results(of: pair.central).flatMap(\.steps).map(\.channel))
        #expect(channels == Set(40..<77))
    }
}
