#if os(macOS) || os(Linux)
import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayImport

/// A sniffer's capture of an encrypted link tells the same as one in the clear, if anybody says the key.
@Suite struct DecryptionTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let security: DeviceSecurity
        /// Whether the packets do not tell the key.
        var isSecret = false
        /// The first words of what is said of the keys.
        let said: [String]
    }

    private static let rows = [
        Row(
            testDescription: "legacy, Just Works",
            security: DeviceSecurity(.noInputNoOutput, secureConnections: .off, requires: .encrypted),
            said: ["with the key of the pairing, Just Works", "with the key that a pairing handed out"]),
        Row(
            testDescription: "legacy, passkey",
            security: DeviceSecurity(
                .displayOnly, secureConnections: .off, passkey: 20_321, requires: .authenticated),
            said: ["with the key of the pairing, passkey 020321", "with the key that a pairing handed out"]),
        Row(
            testDescription: "legacy, short key",
            security: DeviceSecurity(
                .noInputNoOutput, secureConnections: .off, keySizes: 7...9, requires: .encrypted),
            said: ["with the key of the pairing, Just Works", "with the key that a pairing handed out"]),
        Row(
            testDescription: "LE Secure Connections",
            security: DeviceSecurity(.noInputNoOutput, requires: .encrypted),
            isSecret: true, said: ["with the key that was given", "with the key that was given"]),
    ]

    /// The report without what it says of the keys.
    private static func report(_ device: ImportedDevice) -> [String] {
        device.report.filter { !$0.hasPrefix("decrypted") }
    }

    @Test(arguments: rows) func anEncryptedCaptureTellsWhatOneInTheClearTells(_ row: Row) throws {
        let world = try PairedWorld(PairedWorld.definition(row.security))
        let keys = row.isSecret ? [world.longTermKey] : []
        for sight in [CaptureSight.air, .airWithoutDirections] {
            let clear = CaptureImport(packets: [sight.packets(world.packets)])
            let found = CaptureImport(packets: [sight.packets(world.sealed)], keys: keys)
            #expect(found.remarks == [])
            let device = try #require(found.devices.first)
            let right = try #require(clear.devices.first)
            #expect(found.devices.count == 1 && clear.devices.count == 1)
            #expect(Self.report(device) == Self.report(right), "\(sight)")
            let items = [device, right].map { $0.definition.services.flatMap(\.characteristics) }
            #expect(items[0].map(\.permissions) == items[1].map(\.permissions))
            #expect(device.rules.count == right.rules.count)
            #expect(device.encryption.unreadPackets == 0)
            #expect(
                device.definition.services.first?.characteristics.map(\.value) == [
                    Array(1...40), [7, 7, 7], [1],
                ])
            let said = device.encryption.decryptions.map { "\($0.key)" }
            #expect(zip(said, row.said).allSatisfy { $0.hasPrefix($1) } && said.count == 2, "\(said)")
        }
    }

    /// Without the addresses of the connection request the confirm values prove nothing.
    @Test func aPairingWithoutItsConnectionRequestHidesTheKey() throws {
        let world = try PairedWorld(PairedWorld.definition(Self.rows[0].security))
        let first = try #require(
            world.sealed.firstIndex {
                guard case .linkLayer(let frame) = $0.content else { return false }
                return frame.accessAddress != LL.advertisingAccessAddress
            })
        let device = try #require(CaptureImport(packets: [Array(world.sealed[first...])]).devices.first)
        let line = try #require(device.unknowns.first { $0.contains("encrypted") })
        #expect(line.hasSuffix(": the connection request was not heard); give the key (--ltk)"), "\(line)")
    }

    @Test func devicesOfAnyFormAreReadThroughTheCipher() throws {
        for seed in 0..<UInt64(randomCases(4)) {
            var truth = RandomDefinition.device(seed: seed, name: "Thing \(seed)")
            truth.security = Self.rows[0].security
            let world = try PairedWorld(truth, seed: seed)
            let right = CaptureImport(packets: [CaptureSight.air.packets(world.packets)])
            let found = CaptureImport(packets: [world.sealed])
            #expect(found.devices.map(Self.report) == right.devices.map(Self.report), "seed \(seed)")
            #expect(found.devices.map(\.encryption.decryptions.count) == [2], "seed \(seed)")
        }
    }

    /// Its addresses change; the pairing hands out the key that they are made with.
    @Test func aPrivateDeviceIsOneDevice() throws {
        for row in [Self.rows[0], Self.rows[3]] {
            var security = row.security
            security.privacy = .resolvable(every: .seconds(6))
            let world = try PairedWorld(PairedWorld.definition(security))
            let keys = row.isSecret ? [world.longTermKey] : []
            let found = CaptureImport(packets: [world.sealed], keys: keys)
            #expect(found.devices.map(\.identity) == [DeviceIdentity(world.device.address)], "\(row)")
            #expect(found.devices.map(\.encryption.unreadPackets) == [0])
            // Nobody says the key: the device is several, unless somebody gives the key of its addresses.
            let advertising = world.sealed.filter {
                if case .linkLayer(let frame) = $0.content {
                    frame.accessAddress == LL.advertisingAccessAddress
                } else {
                    false
                }
            }
            let alone = CaptureImport(packets: [advertising])
            #expect(alone.devices.count > 1)
        }
    }

    /// The keys that a pairing hands out are for links of other files, too, and files are as sniffers write them.
    @Test func aPairingInAnotherFileTellsTheKey() throws {
        let world = try PairedWorld(PairedWorld.definition(Self.rows[0].security))
        let isRequest = { (packet: CapturedPacket) in
            guard case .linkLayer(let frame) = packet.content,
                frame.accessAddress == LL.advertisingAccessAddress,
                case .connectInd = try? LL.AdvertisingPDU(bytes: frame.pdu)
            else { return false }
            return true
        }
        let second = try #require(world.sealed.lastIndex(where: isRequest))
        let files = [world.sealed[..<second], world.sealed[second...]].map { packets in
            var writer = PcapngWriter(application: "sniffer")
            let air = writer.addInterface(.linkLayer, name: "air")
            for packet in packets {
                if case .linkLayer(let frame) = packet.content { writer.add(frame, on: air, at: packet.time) }
            }
            return writer.drain()
        }
        let alone = try CaptureImport(files: [files[1]])
        #expect(alone.devices.map { $0.encryption.packetsWithoutKey > 0 } == [true])
        for order in [files, files.reversed()] {
            let found = try CaptureImport(files: order)
            #expect(found.devices.map(\.encryption.unreadPackets) == [0])
            #expect(found.devices.map(\.encryption.decryptions.count) == [2])
        }
    }

    @Test func whatNoKeyOpensIsCountedWithItsReason() throws {
        let row = Self.rows[3]
        let world = try PairedWorld(PairedWorld.definition(row.security))
        let wrong = [UInt8](repeating: 0xA5, count: 16)
        for keys in [[], [wrong], [wrong, Array(wrong.dropLast())]] {
            let found = CaptureImport(packets: [world.sealed], keys: keys)
            let remarks = [
                "the key A5A5A5A5... fits none of the 2 encrypted links",
                "the key A5A5A5A5... has 15 bytes, not 16",
            ]
            #expect(found.remarks == Array(remarks.prefix(keys.count)))
            let device = try #require(found.devices.first)
            #expect(device.encryption.decryptions.isEmpty && device.encryption.packetsWithoutKey > 20)
            let line = try #require(device.unknowns.first { $0.contains("encrypted") })
            #expect(
                line.hasPrefix(
                    "\(device.encryption.packetsWithoutKey) packets are encrypted and can't be read: the pairing"
                        + " hides the key (packet "))
            #expect(line.hasSuffix(": LE Secure Connections); give the key (--ltk)"), "\(line)")
            // Nothing is made of noise.
            #expect(device.unreadUnits == 0 && device.senselessPackets == 0)
        }
        let clear = CaptureImport(packets: [CaptureSight.phone.packets(world.packets)], keys: [wrong])
        #expect(
            clear.remarks == [
                "the key A5A5A5A5... is not used: no link of the captures begins to be encrypted"
            ])
    }

    /// The log of a host has the keys of the links that a sniffer heard.
    @Test func aHostTellsTheKeyOfASniffer() throws {
        let world = try PairedWorld(PairedWorld.definition(Self.rows[3].security))
        let log = CaptureSight.phone.packets(world.packets)
        let found = CaptureImport(packets: [world.sealed, log])
        let device = try #require(found.devices.first)
        #expect(found.devices.count == 1 && device.encryption.unreadPackets == 0)
        let said = device.encryption.decryptions.map { "\($0.key)" }
        #expect(
            said.count == 2
                && said.allSatisfy { $0.hasPrefix("with the key that a host gave its controller") })
    }

    /// A sniffer that misses packets: less is known, and nothing is wrong.
    @Test func lostPacketsDoNotEndTheReading() throws {
        let world = try PairedWorld(PairedWorld.definition(Self.rows[3].security))
        // The app writes to the last one before the second connection.
        let values: [BluetoothUUID: [[UInt8]]] = [
            "FF01": [Array(1...40)], "FF02": [[7, 7, 7]], "FF03": [[1], [1, 2, 3]],
        ]
        var (read, readings) = (0, 0)
        for seed in 0..<UInt64(randomCases(20)) {
            var numbers = SeededNumbers(seed: seed)
            let heard = world.sealed.filter { _ in numbers.below(20) > 0 }
            for device in CaptureImport(packets: [heard], keys: [world.longTermKey]).devices {
                #expect(device.encryption.damagedPackets == 0, "seed \(seed)")
                // Either a link is read, or its beginning is missing.
                #expect(device.encryption.packetsWithoutKey == 0, "seed \(seed)")
                read += device.encryption.decryptions.count
                for item in device.database.characteristics {
                    guard let right = values[item.uuid] else { continue }
                    readings += item.readings.count
                    for reading in item.readings {
                        let isRight = right.contains {
                            $0 == reading.value || reading.isCut && $0.starts(with: reading.value)
                        }
                        #expect(isRight, "seed \(seed), \(item)")
                    }
                }
            }
        }
        #expect(read > randomCases(20) && readings > 0)
    }

    /// Only the key is not enough: the beginning makes the session's own key.
    @Test func aCaptureThatBeginsAfterTheEncryptionSaysWhy() throws {
        let world = try PairedWorld(PairedWorld.definition(Self.rows[3].security))
        let isStart = { (packet: CapturedPacket) in
            packet.dataPDU.map { if case .start = EncryptionStart($0) { true } else { false } } ?? false
        }
        let start = try #require(world.sealed.firstIndex(where: isStart))
        let end = try #require(
            world.sealed[start...].firstIndex {
                if case .linkLayer(let frame) = $0.content {
                    frame.accessAddress == LL.advertisingAccessAddress
                } else {
                    false
                }
            })
        for (first, words) in [
            (start, "LL_ENC_REQ and LL_ENC_RSP"), (start + 1, "LL_ENC_REQ and LL_ENC_RSP"),
        ] {
            let packets = Array(world.sealed[first..<end])
            let device = try #require(
                CaptureImport(packets: [packets], keys: [world.longTermKey]).devices.first)
            #expect(device.encryption.decryptions.isEmpty)
            #expect(device.unknowns.contains { $0.contains("can't be read") && $0.contains(words) })
        }
    }

    @Test(arguments: [0, 2, 12]) func aFewPacketsThatDoNotDecryptAreCounted(_ damaged: Int) throws {
        let world = try PairedWorld(PairedWorld.definition(Self.rows[3].security))
        var packets = world.sealed
        var count = 0
        for index in packets.indices.reversed() where count < damaged {
            guard case .linkLayer(var frame) = packets[index].content, let pdu = packets[index].dataPDU,
                pdu.payload.count > 8, EncryptionStart(pdu) == nil
            else { continue }
            frame.pdu[4] ^= 1
            packets[index].content = .linkLayer(frame)
            count += 1
        }
        let device = try #require(CaptureImport(packets: [packets], keys: [world.longTermKey]).devices.first)
        #expect(device.encryption.damagedPackets == damaged && device.encryption.packetsWithoutKey == 0)
        let line = "\(damaged) packets of a decrypted connection do not decrypt: the MIC is wrong"
        #expect(device.unknowns.contains(line) == (damaged > 0))
    }

    @Test func mutatedEncryptedCapturesAreNoTrap() throws {
        let worlds = try Self.rows[..<1].map { try PairedWorld(PairedWorld.definition($0.security)) }
        var numbers = SeededNumbers(seed: 31)
        for index in 0..<randomCases(60) {
            let world = worlds[index % worlds.count]
            let start = world.sealed.firstIndex { $0.dataPDU != nil && numbers.below(4) == 0 } ?? 0
            let first = max(0, start - 20)
            var packets = Array(world.sealed[first..<min(world.sealed.count, start + 150)])
            for _ in 0..<numbers.below(20) {
                let place = numbers.below(packets.count)
                guard case .linkLayer(var frame) = packets[place].content, !frame.pdu.isEmpty else {
                    continue
                }
                frame.pdu[numbers.below(frame.pdu.count)] = numbers.byte()
                if numbers.below(4) == 0 { frame.pdu.removeLast(numbers.below(frame.pdu.count)) }
                packets[place].content = .linkLayer(frame)
            }
            for device in CaptureImport(packets: [packets], keys: [world.longTermKey]).devices {
                #expect(device.encryption.unreadPackets <= packets.count)
                _ = (device.report, device.definition.problem)
            }
        }
    }
}
#endif
