import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import FaradaySimulation

/// What a device keeps about channels, pairings, requests and timers, each fed alone.
@Suite struct DeviceWorkTests {
    private static let link = DeviceLink(id: Host.LinkID(1), peer: DeviceAddress(9, .public))

    // Channels

    @Test func dataWaitsWhileTheDeviceDoesNotRead() {
        var channels = DeviceChannels()
        let id = Host.ChannelID(1)
        channels.opened(id, psm: 0x80, peerMTU: 100, on: Self.link, nil)
        let read = channels.received([1], on: id)
        #expect(read?.psm == 0x80)
        #expect(channels.setReading(false, on: id) == [])
        let (kept, other) = (channels.received([2], on: id), channels.received([3], on: Host.ChannelID(2)))
        #expect(kept == nil && other == nil)
        #expect(channels.setReading(true, on: id) == [[2]])
        #expect(channels.setReading(true, on: id) == [])
        let (closed, again) = (channels.close(id), channels.close(id))
        #expect(closed != nil && again == nil && channels.isEmpty)
    }

    @Test func aRequestEndsAsAChannelOrAsAFailure() {
        var channels = DeviceChannels()
        let tokens = [Host.Token(1), Host.Token(2)]
        for token in tokens { channels.request(token, psm: 0x81, on: Self.link) }
        channels.opened(Host.ChannelID(5), psm: 0x81, peerMTU: 23, on: Self.link, tokens[0])
        let (first, second) = (channels.failed(tokens[0]), channels.failed(tokens[1]))
        #expect(first == nil && second?.psm == 0x81)
        let dropped = channels.dropAll()
        #expect(dropped.map(\.id) == [Host.ChannelID(5)] && channels.isEmpty)
    }

    @Test func theUnsentBytesAreThoseOfTheWaitingSDUs() {
        var random = Entropy(seed: 2).stream("channels")
        for _ in 0..<randomCases(100) {
            var channels = DeviceChannels()
            var waiting: [[Int]] = [[], []]
            for number in 0..<2 {
                channels.opened(Host.ChannelID(UInt32(number)), psm: 1, peerMTU: 23, on: Self.link, nil)
            }
            for _ in 0..<50 {
                let number = Int(random.below(2))
                let id = Host.ChannelID(UInt32(number))
                switch random.below(5) {
                case 0, 1:
                    let count = 1 + Int(random.below(50))
                    channels.queue(count, on: id)
                    waiting[number].append(count)
                case 2:
                    channels.sent(on: id)
                    if !waiting[number].isEmpty { waiting[number].removeFirst() }
                case 3: _ = channels.setReading(random.below(2) == 0, on: id)
                default: _ = channels.received([0], on: id)
                }
                #expect(channels[id]?.unsent == waiting[number].reduce(0, +))
                #expect(channels.brokenInvariant == nil)
            }
        }
    }

    // Pairings

    @Test func aPromptIsShownUntilItsPairingEnds() {
        var pairings = DevicePairings()
        let (one, two) = (Host.LinkID(1), Host.LinkID(2))
        let first = pairings.show(.consent, on: one)
        let second = pairings.show(.display(123_456), on: two)
        #expect(pairings.link(ofPrompt: first) == one && pairings.link(ofPrompt: second) == two)
        #expect(pairings.passkey == 123_456 && pairings.brokenInvariant == nil)
        pairings.endPrompt(on: two)
        #expect(pairings.passkey == nil && pairings.link(ofPrompt: second) == nil)
        #expect(pairings.link(ofPrompt: first) == one)
        pairings.endPrompts()
        let third = pairings.show(.consent, on: one)
        // Numbers are not used again: an old answer can't meet a new prompt.
        #expect(third > second && pairings.link(ofPrompt: first) == nil && pairings.brokenInvariant == nil)
    }

    @Test func aPairingIsAnnouncedOnce() {
        var pairings = DevicePairings()
        let link = Host.LinkID(1)
        // Encryption with the key of a bond is no pairing.
        let counts = [0, 1, 1, 2]
        var isNew: [Bool] = []
        for count in counts { isNew.append(pairings.announce(count, on: link)) }
        #expect(isNew == [false, true, false, true])
        #expect(pairings.hasAnnounced && pairings.brokenInvariant == nil)
        pairings.linkEnded(link)
        #expect(!pairings.hasAnnounced)
    }

    @Test func outOfBandDataGoesToAllWhoWait() {
        var pairings = DevicePairings()
        pairings.wait { _ in }
        pairings.wait { _ in }
        let (first, second) = (pairings.takeReceivers().count, pairings.takeReceivers().count)
        #expect(first == 2 && second == 0)
    }

    // Requests

    @Test func eachProcedureEndsOnce() {
        var random = Entropy(seed: 4).stream("client")
        for _ in 0..<randomCases(100) {
            var work = DeviceClientWork<Int>()
            var open: [(token: Host.Token, link: Host.LinkID, step: Int)] = []
            for step in 0..<40 {
                let link = Host.LinkID(UInt32(random.below(3)))
                switch random.below(6) {
                case 0, 1, 2:
                    let token = Host.Token(UInt64(step))
                    work.begin(token, on: link, then: step)
                    open.append((token, link, step))
                case 3, 4:
                    guard let ended = open.randomElement(using: &random) else { continue }
                    #expect(work.end(ended.token, on: Host.LinkID(7)) == nil)
                    #expect(work.end(ended.token, on: ended.link) == ended.step)
                    open.removeAll { $0.token == ended.token }
                default:
                    let lost = random.below(4) == 0 ? nil : link
                    let steps = open.filter { lost == nil || $0.link == lost }.map(\.step)
                    #expect(work.linkEnded(lost) == steps)
                    open.removeAll { lost == nil || $0.link == lost }
                }
                #expect(work.isEmpty == open.isEmpty && work.brokenInvariant == nil)
            }
        }
    }

    @Test func listenersHearTheirLinkUntilItEnds() {
        var work = DeviceClientWork<Int>()
        let (one, two) = (Host.LinkID(1), Host.LinkID(2))
        work.listen(to: 5, on: one) { _ in }
        work.listen(to: 5, on: one) { _ in }
        work.listen(to: 5, on: two) { _ in }
        #expect(work.listeners(to: 5, on: one).count == 2 && work.listeners(to: 6, on: one).isEmpty)
        work.stopListening(to: 5, on: two)
        #expect(work.listeners(to: 5, on: two).isEmpty)
        _ = work.linkEnded(one)
        #expect(work.isEmpty)
    }

    // Handlers

    /// What a device with a link gets from a handler.
    private static func answers(
        _ handler: DeviceHandler<Int, Int>, _ input: Int
    ) -> [Result<Int, ATT.Failure>] {
        let world = World()
        let device = world.add(DeviceDefinition(name: "device"))
        world.perform(on: device.id) { node, _ in (node as? DeviceNode)?.links = [link] }
        let answers = Lock<[Result<Int, ATT.Failure>]>([])
        let call = HandlerCall(handler, input, of: device, 0, on: link) { _, answer, _ in
            answers.withLock { $0.append(answer) }
        }
        call.begin()
        return answers.withLock { $0 }
    }

    private struct Trouble: Error {}

    @Test func aHandlerAnswersOnceAndItsErrorsAreThoseOfATT() {
        #expect(Self.answers(.immediate { $0 + 1 }, 4) == [.success(5)])
        let refused = Self.answers(.immediate { _ in throw ATT.ErrorCode.invalidOffset }, 4)
        #expect(refused == [.failure(.error(.invalidOffset))])
        let lost = Self.answers(.immediate { _ in throw ATT.Failure.linkLost }, 4)
        #expect(lost == [.failure(.linkLost)])
        #expect(Self.answers(.immediate { _ in throw Trouble() }, 4) == [.failure(.error(.unlikelyError))])
        // Of a deferred handler's answers the first counts.
        let deferred = DeviceHandler<Int, Int>.deferred { input, answer in
            answer(.success(input))
            answer(.failure(.linkLost))
        }
        #expect(deferred.isDeferred && Self.answers(deferred, 4) == [.success(4)])
        #expect(Self.answers(.deferred { _, _ in }, 4).isEmpty)
    }

    // Timers

    private static func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test func aTimerRunsWhileSomebodyListens() {
        var timers = DeviceTimers([
            .notifying("FF01", every: .milliseconds(10)) { _ in nil },
            .notifying("FF02", every: .milliseconds(25)) { _ in nil },
            .onEvent { _, _ in },
        ])
        #expect(!timers.isEmpty && timers.nextDue == nil)
        timers.start("FF01", at: Self.instant(0))
        timers.start("FF02", at: Self.instant(3))
        // A second subscriber does not shift the times.
        timers.start("FF01", at: Self.instant(4))
        var sent: [BluetoothUUID] = []
        for milliseconds in 5...50 {
            timers.run(at: Self.instant(milliseconds)) { uuid, _ in sent.append(uuid) }
            #expect(timers.brokenInvariant(at: Self.instant(milliseconds)) == nil)
        }
        #expect(sent == ["FF01", "FF01", "FF02", "FF01", "FF01", "FF01"])
        timers.stopIdle { $0 == "FF02" }
        #expect(timers.nextDue == Self.instant(53))
        timers.stopIdle { _ in false }
        #expect(timers.nextDue == nil)
    }
}
