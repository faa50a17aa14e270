import BluetoothHost
import BluetoothPort
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// What a phone remembers of peers, without the phone.
@Suite struct PeerMemoryTests {
    private static func address(_ number: Int) -> DeviceAddress {
        DeviceAddress(0xC0FF_EE30_0000 + UInt64(number), .random)
    }

    private static func memory(limit: Int = 8) -> PeerMemory {
        var profile = OSProfile.plain
        profile.maximumKnownPeers = limit
        return PeerMemory(profile, seed: 42)
    }

    @Test("Behaviour 3.33: a peer keeps its slot and its identifier until the phone forgets it")
    func meetsAgain() {
        var memory = Self.memory()
        let first = memory.meet(Self.address(1)).slot
        let identifier = memory[first].identifier
        let others = [Self.address(2), Self.address(1)].map { memory.meet($0).slot }
        #expect(others == [1, first])
        #expect(memory.slot(of: identifier) == first)
        let forgotten = memory.forgetUnused()
        #expect(forgotten == [0, 1])
        #expect(memory.slot(of: identifier) == nil, "3.30: a new identifier")
        #expect(memory.slot(of: Self.address(1)) == first)
    }

    @Test func aFullMemoryGivesAwayTheSlotOfAPeerThatIsNotInUse() {
        var memory = Self.memory(limit: 2)
        let used = memory.meet(Self.address(1)).slot
        _ = memory[used].connection.linkBegan(0, isRequested: true)
        let idle = memory.meet(Self.address(2)).slot
        let met = memory.meet(Self.address(3))
        #expect(met.slot == idle && met.isReused)
        #expect(memory.slot(of: Self.address(2)) == nil)
        #expect(memory.slot(of: Self.address(1)) == used)
    }

    @Test func aChosenIdentifierNamesThePeersToForget() {
        var memory = Self.memory()
        let (one, two) = (memory.meet(Self.address(1)).slot, memory.meet(Self.address(2)).slot)
        let identifier = memory[one].identifier
        let none = memory.choose(identifier, of: Self.address(1))
        #expect(none == [], "it has it already")
        let both = memory.choose(identifier, of: Self.address(2))
        #expect(both == [two, one])
        for slot in [two, one] { memory.forget(slot) }
        let new = memory.meet(Self.address(2)).slot
        #expect(memory[new].identifier == identifier)
        #expect(memory.brokenRule == nil)
    }

    @Test("Behaviour 3.30: forgotten peers in use are not retrieved")
    func forgottenInUse() {
        var memory = Self.memory()
        let slot = memory.meet(Self.address(1)).slot
        let identifier = memory[slot].identifier
        #expect(memory.known([identifier]).map(\.identifier) == [identifier])
        _ = memory[slot].connection.linkBegan(0, isRequested: true)
        memory.forget(slot)
        #expect(memory.known([identifier]).isEmpty)
        #expect(memory.slot(of: identifier) == slot, "managers go on using it")
        #expect(memory.slot(of: Self.address(1)) == nil)
    }

    @Test("The memory's rules hold after any inputs", arguments: 1...20)
    func anyInputs(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        var memory = Self.memory(limit: 1 + random.below(12))
        var chosen = memory.meet(Self.address(0)).slot
        var named: [PeerIdentifier] = []
        for step in 0..<400 {
            let address = Self.address(random.below(20))
            let last = memory[chosen].identifier
            named.append(last)
            #expect(memory.recall(last) == memory.slot(of: last), "step \(step)")
            switch random.below(9) {
            case 0, 1, 2: chosen = memory.meet(address).slot
            case 3:
                let identifier = PeerIdentifier(high: 0x4000, low: UInt64(random.below(6)))
                for slot in memory.choose(identifier, of: address) { memory.forget(slot) }
            case 4:
                // Nobody uses a peer that the memory has let go.
                guard memory.slot(of: memory[chosen].identifier) == chosen else { continue }
                if random.below(2) == 0 {
                    _ = memory[chosen].connection.linkBegan(0, isRequested: true)
                } else {
                    memory[chosen].connection.reset()
                }
            case 5:
                if let slot = memory.slot(of: address) { memory.forget(slot) }
            case 6: _ = memory.forgetUnused()
            case 7:
                if let slot = memory.slot(of: address) {
                    memory.rename(slot, to: Self.address(random.below(20)))
                }
            default: memory.radioWentOff()
            }
            #expect(memory.brokenRule == nil, "step \(step)")
            // The peer that was recalled before may have got another name, or none.
            #expect(memory.recall(last) == memory.slot(of: last), "step \(step)")
            let earlier = named[random.below(named.count)]
            #expect(memory.recall(earlier) == memory.slot(of: earlier), "step \(step)")
        }
    }
}

/// Bonds and refusals, without the phone.
@Suite struct BondsTests {
    private static let refused = Result<Host.Security, Host.SecurityFailure>.failure(
        .refused(.passkeyEntryFailed))
    private static let (one, two) = (DeviceAddress(1, .random), DeviceAddress(2, .random))

    @Test(
        "Behaviour 5.34: why the phone does not begin to pair",
        arguments: [
            // room, suppresses, bonded, refused: the barrier for `one`
            (2, true, [], [], nil), (2, true, [two], [], nil), (1, true, [two], [], .tableFull),
            (1, true, [one], [], nil), (2, true, [], [one], .refusedBefore), (2, false, [], [one], nil),
            (2, true, [one], [one], nil), (1, true, [two], [one], .tableFull),
        ] as [(Int, Bool, [DeviceAddress], [DeviceAddress], PairingBarrier?)])
    func barriers(
        room: Int, suppresses: Bool, bonded: [DeviceAddress], refused: [DeviceAddress],
        barrier: PairingBarrier?
    ) {
        var bonds = Bonds(limit: room, suppressesRefused: suppresses)
        for peer in refused { bonds.pairingEnded(Self.refused, with: peer) }
        for peer in bonded { bonds.add(peer) }
        #expect(bonds.barrier(Self.one) == barrier)
        #expect(bonds.brokenRule == nil)
        bonds.forget(Self.one)
        bonds.forgetRefusals()
        #expect(bonds.barrier(Self.one) == (bonds.bonded.count >= room ? .tableFull : nil))
    }

    @Test func refusalsAreKeptForAsManyPeersAsThereIsRoomForBonds() {
        var bonds = Bonds(limit: 2, suppressesRefused: true)
        for number in 1...5 {
            bonds.pairingEnded(Self.refused, with: DeviceAddress(UInt64(number), .random))
            bonds.pairingEnded(.failure(.timeout), with: DeviceAddress(UInt64(number) + 9, .random))
            #expect(bonds.brokenRule == nil)
        }
        #expect(bonds.refused == [DeviceAddress(4, .random), DeviceAddress(5, .random)])
    }

    @Test("Behaviour 3.25: the user's answer is new, kept, and forgotten with the bond")
    func sharing() {
        var sharing = NotificationSharing()
        let peer = PeerIdentifier(high: 1, low: 1)
        #expect(!sharing.hasAnswer(peer) && !sharing.isAllowed(peer))
        let news = [true, true, false].map { sharing.set($0, for: peer) }
        #expect(news == [true, false, true])
        #expect(sharing.hasAnswer(peer) && !sharing.isAllowed(peer))
        let gotNotifications = sharing.forget(peer)
        #expect(!gotNotifications && !sharing.hasAnswer(peer))
    }
}
