import BluetoothCryptography
import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayImport

/// Keys that packets tell, and private addresses that keys resolve.
@Suite struct KeysOfCapturesTests {
    /// The debug key of Core 6.0, Vol 3, Part H, 2.3.5.6.1.
    private static let debugKey = bytes("3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd")
    private static let otherKey = bytes("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd")

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    @Test(
        "the debug key of either end tells the key",
        arguments: [
            (true, false, 16), (false, true, 16), (false, true, 10), (false, false, 16),
        ])
    func debugKeysTellTheKey(_ isOfCentral: Bool, _ isOfDevice: Bool, _ keySize: UInt8) throws {
        var air = HandMadeAir()
        air.connect()
        let pairing = air.pair(
            centralKey: isOfCentral ? Self.debugKey : Self.otherKey,
            deviceKey: isOfDevice ? Self.debugKey : Self.otherKey, keySize: keySize)
        let key = try #require(pairing)
        air.encrypt(77)
        air.read(3, [1, 2, 3])
        // Later connections use the key, too.
        air.connect()
        air.encrypt(78)
        air.read(5, [4, 5, 6])
        let sealed = SealedAir.packets(air.packets, keys: [key, key])
        let device = try #require(CaptureImport(packets: [sealed]).devices.first)
        let isTold = isOfCentral || isOfDevice
        let values = device.database.unnamed.map { $0.readings.map(\.value) }
        #expect(values == (isTold ? [[[1, 2, 3]], [[4, 5, 6]]] : []))
        #expect(device.encryption.decryptions.count == (isTold ? 2 : 0))
        let line = "pairing hides the key (packet 2: LE Secure Connections); give the key (--ltk)"
        #expect(device.unknowns.contains { $0.hasSuffix(line) } == !isTold)
        #expect(device.report.contains { $0.hasSuffix("which used the debug key (packet 2)") } == isTold)
    }

    /// The counters begin again with each start, and the key may be another one.
    @Test func anotherKeyOfALinkCountsFromItsStart() throws {
        let keys = [[UInt8](repeating: 0x11, count: 16), [UInt8](repeating: 0x22, count: 16)]
        var air = HandMadeAir()
        air.connect()
        air.encrypt(5)
        air.read(3, [1])
        air.pause()
        air.encrypt(6)
        air.read(5, [2])
        let sealed = SealedAir.packets(air.packets, keys: keys)
        for count in 0...2 {
            let found = CaptureImport(packets: [sealed], keys: Array(keys.prefix(count)))
            let device = try #require(found.devices.first)
            #expect(device.database.unnamed.map(\.handle) == [3, 5].prefix(count).map { ATT.Handle($0) })
            #expect(device.encryption.decryptions.count == count && device.encryption.damagedPackets == 0)
            #expect((device.encryption.packetsWithoutKey == 0) == (count == 2))
            #expect(found.remarks == [])
        }
        let found = CaptureImport(packets: [sealed], keys: [[UInt8](repeating: 0x33, count: 16)] + keys)
        #expect(found.remarks == ["the key 33333333... does not fit the only encrypted link"])
    }

    /// A packet that is sent again has the counter that it had; one that was not heard has had one.
    @Test func repetitionsAndGapsKeepTheCounters() throws {
        let key = [UInt8](repeating: 0x11, count: 16)
        var air = HandMadeAir()
        air.connect()
        air.encrypt(5)
        for handle in 1...40 { air.read(ATT.Handle(handle), [UInt8(handle)]) }
        let sealed = SealedAir.packets(air.packets, keys: [key])
        // LL_START_ENC_RSP of both ends is at 4 and 5; the reads begin at 6.
        for (name, packets, count) in [
            ("repeated", sealed.flatMap { [$0, $0] }, 40),
            ("gap of 60 packets", Array(sealed[..<16] + sealed[76...]), 10),
            ("without answers to the start", Array(sealed[..<4] + sealed[6...]), 40),
            ("without the start", Array(sealed[..<3] + sealed[4...]), 40),
        ] {
            let device = try #require(CaptureImport(packets: [packets], keys: [key]).devices.first)
            #expect(device.encryption.unreadPackets == 0 && device.database.unnamed.count == count, "\(name)")
        }
        for missing in [1, 2] {
            var packets = sealed
            packets.remove(at: missing)
            let device = try #require(CaptureImport(packets: [packets], keys: [key]).devices.first)
            #expect(device.encryption.packetsWithoutBeginning == 82 && device.database.unnamed.isEmpty)
        }
    }

    /// A sniffer that loses a link for a while finds both ends again, after a packet of each.
    @Test(arguments: [(30, 0), (64, 0), (66, 2), (1000, 2)]) func aLongGapCostsOnePacketOfEachEnd(
        _ missing: Int, _ closed: Int
    ) throws {
        let key = [UInt8](repeating: 0x11, count: 16)
        var air = HandMadeAir()
        air.connect()
        air.encrypt(5)
        for handle in 1...1100 { air.read(ATT.Handle(handle), [1]) }
        let sealed = SealedAir.packets(air.packets, keys: [key])
        let first = 6 + 2 * 10
        let heard = Array(sealed[..<first] + sealed[(first + 2 * missing)...])
        let device = try #require(CaptureImport(packets: [heard], keys: [key]).devices.first)
        #expect(device.encryption.damagedPackets == closed)
        #expect(device.database.unnamed.count == 1100 - missing - closed / 2)
    }

    /// A link whose peripheral has no key goes on in the clear.
    @Test func aRejectedStartChangesNothing() throws {
        var air = HandMadeAir()
        air.connect()
        air.control(.encReq(.init(rand: 0, ediv: 0, skdC: 1, ivC: 2)), isFromCentral: true)
        air.control(.encRsp(skdP: 3, ivP: 4), isFromCentral: false)
        air.control(.rejectInd(errorCode: 6), isFromCentral: false)
        air.read(3, [1, 2, 3, 4, 5])
        let device = try #require(CaptureImport(packets: [air.packets]).devices.first)
        #expect(device.encryption.unreadPackets == 0 && device.database.unnamed.map(\.handle) == [3])
    }

    @Test func addressesOfOneKeyAreOneDevice() throws {
        let bytes = Self.bytes("ec0234a357c8ad05341010a60a397d9b")
        let key = try #require(IdentityKey(wire: bytes.reversed()))
        // The sample of Core 6.0, Vol 3, Part H, Appendix D.7.
        let own =
            [DeviceAddress(0x7081_940D_FBAA, .random)]
            + [5, 6].map { DeviceAddress(key.address(drawing: $0), .random) }
        let stranger = DeviceAddress(0x7081_940D_FBAB, .random)
        var air = HandMadeAir()
        for (address, flags): (DeviceAddress, UInt8) in [
            (own[0], 6), (stranger, 6), (own[1], 6), (own[2], 4),
        ] {
            for _ in 0..<3 { air.advertise(address, [2, 1, flags]) }
        }
        #expect(CaptureImport(packets: [air.packets]).devices.count == 4)
        let found = CaptureImport(packets: [air.packets], resolvingKeys: [bytes])
        #expect(found.devices.map(\.identity) == [own[0], stranger].map { DeviceIdentity($0) })
        // What was heard under all of its addresses, in order.
        #expect(found.devices.map(\.packetCount) == [9, 3])
        #expect(found.devices[0].advertising.map { $0.data.map(\.bytes) } == [[[2, 1, 6], [2, 1, 4]]])
        #expect(found.remarks == [])
        let wrong = CaptureImport(packets: [air.packets], resolvingKeys: [bytes.reversed()])
        #expect(wrong.devices.count == 4)
        #expect(wrong.remarks == ["the key 9B7D390A... resolves no private address of the captures"])
    }

    /// A host tells its controller which addresses to resolve.
    @Test func aHostTellsTheKeysOfAddresses() throws {
        let bytes = Self.bytes("ec0234a357c8ad05341010a60a397d9b")
        let key = try #require(IdentityKey(wire: bytes.reversed()))
        var capture = HandMadeCapture()
        for draw: UInt64 in 3...5 {
            capture.advertise([2, 1, 6], DeviceAddress(key.address(drawing: draw), .random))
        }
        #expect(capture.imported.devices.count == 3)
        capture.command(
            .leAddDeviceToResolvingList(
                .init(
                    peerIdentityAddress: DeviceAddress(0xC0FF_EE00_0009, .random), peerIRK: bytes.reversed(),
                    localIRK: [UInt8](repeating: 0, count: 16))))
        #expect(capture.only?.identity == DeviceIdentity(DeviceAddress(0xC0FF_EE00_0009, .random)))
        #expect(capture.only?.packetCount == 3)
    }

    /// The key that a pairing hands out joins the addresses that the device has later, under the lasting one.
    @Test func aPairingTellsTheKeyOfItsAddresses() throws {
        let bytes = Self.bytes("ec0234a357c8ad05341010a60a397d9b")
        let key = try #require(IdentityKey(wire: bytes.reversed()))
        let identity = DeviceAddress(0xC0FF_EE00_0009, .random)
        var air = HandMadeAir()
        air.connect()
        let session = [UInt8](repeating: 0x11, count: 16)
        air.encrypt(5)
        air.security(.identityInformation(resolvingKey: bytes.reversed()), isFromCentral: false)
        air.security(.identityAddressInformation(identity), isFromCentral: false)
        for draw: UInt64 in 3...4 { air.advertise(DeviceAddress(key.address(drawing: draw), .random)) }
        air.advertise(identity)
        let sealed = SealedAir.packets(air.packets, keys: [session])
        let found = CaptureImport(packets: [sealed], keys: [session])
        #expect(
            found.devices.map(\.identity) == [DeviceIdentity(HandMadeAir.device), DeviceIdentity(identity)])
        #expect(CaptureImport(packets: [sealed]).devices.count == 4)
    }
}
