import BluetoothWire
import Testing

@testable import FaradayEngine

@Suite struct ChannelSelectionTests {
    /// The sample access address of Core 6.0, Vol 6, Part C, 3.
    static let identifier = ChannelSelection.channelIdentifier(accessAddress: 0x8E89_BED6)

    @Test func algorithm2FollowsTheSpecificationsSampleDataWithAllChannels() {
        #expect(Self.identifier == 0x305F)
        let numbers = (0..<4).map { ChannelSelection.pseudoRandom($0, Self.identifier) }
        #expect(numbers == [56857, 1685, 38301, 27475])
        let selection = ChannelSelection(.permuting(channelIdentifier: Self.identifier), map: .all)
        #expect((0..<4).map { selection.channel(at: $0) } == [25, 20, 6, 21])
    }

    @Test func algorithm2FollowsTheSpecificationsSampleDataWithNineChannels() {
        let used: [UInt64] = [9, 10, 21, 22, 23, 33, 34, 35, 36]
        let map = LL.ChannelMap(bits: used.reduce(0) { $0 | 1 << $1 })
        let selection = ChannelSelection(.permuting(channelIdentifier: Self.identifier), map: map)
        #expect((6...8).map { ChannelSelection.pseudoRandom($0, Self.identifier) } == [10975, 5490, 46970])
        #expect((6...8).map { selection.channel(at: $0) } == [23, 9, 34])
    }

    @Test(arguments: [5, 7, 16] as [UInt8])
    func algorithm1HopsByItsIncrementAndRemapsUnusedChannels(hop: UInt8) {
        let all = ChannelSelection(.hopping(increment: hop), map: .all)
        for event in 0..<200 as Range<Int64> {
            #expect(all.channel(at: event) == UInt8((event + 1) * Int64(hop) % 37))
        }
        let few = ChannelSelection(.hopping(increment: hop), map: LL.ChannelMap(bits: 0b1011 << 8))
        for event in 0..<74 as Range<Int64> {
            let unmapped = Int((event + 1) * Int64(hop) % 37)
            let expected = [8, 9, 11].contains(unmapped) ? unmapped : [8, 9, 11][unmapped % 3]
            #expect(Int(few.channel(at: event)) == expected)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func everyUsedChannelIsChosenAndNoOther(seed: UInt64) {
        var entropy = EntropyStream(state: seed)
        let map = LL.ChannelMap(bits: entropy.next() | 0b11)
        let selection = ChannelSelection(.permuting(channelIdentifier: UInt16(seed)), map: map)
        let chosen = Set((0..<4096).map { selection.channel(at: $0) })
        #expect(chosen == Set((0..<37).filter { map.contains($0) }))
    }

    @Test func theEventCounterWrapsAt16BitsForAlgorithm2Only() {
        let two = ChannelSelection(.permuting(channelIdentifier: 7), map: .all)
        #expect((0..<50).allSatisfy { two.channel(at: $0) == two.channel(at: $0 + 65536) })
        let one = ChannelSelection(.hopping(increment: 9), map: .all)
        #expect(one.channel(at: 65536) == UInt8(65537 * 9 % 37))
    }

    @Test func drawnAccessAddressesKeepTheRules() {
        var entropy = EntropyStream(state: 5)
        for _ in 0..<500 {
            let address = AccessAddress.draw(from: &entropy)
            let bits = (0..<32).map { address >> $0 & 1 }
            var run = 1
            for index in 1..<32 {
                run = bits[index] == bits[index - 1] ? run + 1 : 1
                #expect(run <= 6)
            }
            let changes = (1..<32).filter { bits[$0] != bits[$0 - 1] }
            #expect(changes.count <= 24)
            let late = changes.filter { $0 >= 27 }
            #expect(late.count >= 2)
            #expect((address ^ LL.advertisingAccessAddress).nonzeroBitCount > 1)
        }
    }

    @Test(
        arguments: [
            0x8E89_BED6, 0x8E89_BED7, 0x0000_0000, 0x5555_5555, 0xFFFF_0000, 0x7171_7171, 0xAAAA_AAAA,
        ] as [UInt32])
    func forbiddenAccessAddressesAreRefused(address: UInt32) { #expect(!AccessAddress.isAllowed(address)) }
}
