import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import FaradayEngine

/// The small machines between a controller and its host, each fed alone.
@Suite struct HostSideTests {
    @Test func aTableGivesTheLowestFreeHandle() {
        var table = ConnectionHandles<String>()
        #expect(table.add("one") == 1)
        #expect(table.add("two") == 2)
        #expect(table.add("three") == 3)
        table.remove(1)
        #expect(table[1] == nil && table[2] == "two" && table.count == 2)
        #expect(table.add("four") == 1)
        #expect(table.add("five") == 4)
        #expect(table.elements == ["four", "two", "three", "five"])
        #expect(table[0] == nil && table[5] == nil && table[.max] == nil)
        table.removeAll()
        #expect(table.count == 0 && table[1] == nil)
    }

    /// Vol 4, Part E, 7.3.1 and 7.8.1.
    @Test func masksLetTheirEventsPass() {
        var masks = EventMasks()
        #expect(!masks.pass(HCI.LEEventMask.leScanTimeout))
        #expect(masks.take(.leSetEventMask(.init(leEventMask: .leScanTimeout))) == true)
        // Without the LE meta event, no LE event passes.
        #expect(!masks.pass(HCI.LEEventMask.leScanTimeout))
        #expect(masks.take(.setEventMask(.init(eventMask: .leMeta))) == true)
        #expect(masks.pass(HCI.LEEventMask.leScanTimeout))
        #expect(!masks.pass(HCI.LEEventMask.leAdvertisingReport))
        // Answers cannot be masked.
        #expect(masks.pass(.complete(.reset, .success)))
        #expect(masks.take(.reset) == false)
    }

    @Test func theAcceptListHoldsEachDeviceOnce() {
        var list = FilterAcceptList()
        let devices = (1...3).map { DeviceAddress(UInt64($0), .public) }
        for (device, status) in [
            (devices[0], .success), (devices[0], .success), (devices[1], .success),
            (devices[2], .memoryCapacityExceeded),
        ] as [(DeviceAddress, HCI.ErrorCode)] {
            #expect(list.add(device, limit: 2) == status)
            #expect(list.brokenInvariant == nil)
        }
        #expect(list.contains(ReceivedAddress(address: devices[1])))
        // A peer is in the list by its identity.
        let hidden = ReceivedAddress(
            address: DeviceAddress(0x4000_0000_0009, .random),
            identity: DeviceAddress(devices[1].value, .publicIdentity))
        #expect(list.contains(hidden) && !list.contains(nil))
        #expect(list.remove(devices[1]) == .success)
        #expect(!list.contains(hidden))
        list.removeAll()
        #expect(list.entries.isEmpty)
    }

    @Test func aRefusedPreferenceChangesNothing() {
        var preferences = LinkPreferences()
        let phys: LL.PHYSet = [.le1M, .le2M]
        let commands: [(HCI.Command, HCI.ErrorCode)] = [
            (
                .leWriteSuggestedDefaultDataLength(.init(suggestedMaxTxOctets: 26, suggestedMaxTxTime: 328)),
                .invalidHCICommandParameters
            ),
            (.leSetDefaultPHY(.init(txPHYs: .leCoded, rxPHYs: .le1M)), .unsupportedFeatureOrParameterValue),
            (.leSetDefaultPHY(.init(txPHYs: [], rxPHYs: .le1M)), .invalidHCICommandParameters),
            (
                .leSetHostChannelClassification(.init(channelMap: .init(rawValue: 1))),
                .invalidHCICommandParameters
            ),
        ]
        for (command, status) in commands {
            #expect(preferences.reply(to: command, phys: phys) == .complete(command.opcode, status))
            #expect(preferences == LinkPreferences())
        }
        let wanted = HCI.Command.leSetDefaultPHY(.init(txPHYs: .le2M, rxPHYs: [.le1M, .le2M]))
        #expect(preferences.reply(to: wanted, phys: phys) == .complete(.leSetDefaultPHY, .success))
        #expect(preferences.txPHYs == .le2M && preferences.rxPHYs == [.le1M, .le2M])
        #expect(preferences.brokenInvariant(phys: phys) == nil)
        #expect(preferences.reply(to: .reset, phys: phys) == nil)
    }

    @Test func everyQueryHasAnAnswerAndOtherCommandsHaveNone() {
        let information = ControllerInformation(
            configuration: ControllerConfiguration(publicAddress: DeviceAddress(9, .public), txPower: 3))
        let queries: [HCI.Command] = [
            .readLocalVersionInformation, .readLocalSupportedCommands, .readLocalSupportedFeatures,
            .leReadLocalSupportedFeatures, .readBDADDR, .leReadSupportedStates, .readBufferSize,
            .leReadBufferSize, .leReadMaximumDataLength, .leReadMaximumAdvertisingDataLength,
            .leReadNumberOfSupportedAdvertisingSets, .leReadTransmitPower,
            .leReadAdvertisingPhysicalChannelTxPower, .leReadFilterAcceptListSize, .leReadResolvingListSize,
        ]
        for query in queries {
            guard case .commandComplete(let answer) = information.reply(to: query) else {
                Issue.record("no answer to \(query)")
                continue
            }
            #expect(answer.opcode == query.opcode && answer.status == .success)
        }
        #expect(information.reply(to: .reset) == nil)
    }

    @Test func aFeatureThatIsMissingTakesItsCommandsAway() {
        let features: [(HCI.LEFeatures, [HCI.Opcode])] = [
            (.leExtendedAdvertising, ControllerInformation.extendedCommands),
            (.leEncryption, ControllerInformation.securityCommands),
            (.lePing, ControllerInformation.pingCommands),
            (.llPrivacy, ControllerInformation.privacyCommands),
            (.leDataPacketLengthExtension, ControllerInformation.lengthCommands),
            ([.le2MPHY, .leCodedPHY], ControllerInformation.phyCommands),
        ]
        var configuration = ControllerConfiguration(publicAddress: DeviceAddress(9, .public))
        let whole = ControllerInformation(configuration: configuration)
        for (feature, commands) in features {
            configuration.features = ControllerConfiguration.allFeatures.subtracting(feature)
            let cut = ControllerInformation(configuration: configuration)
            for opcode in commands { #expect(whole.implements(opcode) && !cut.implements(opcode)) }
            #expect(cut.implements(.reset) && cut.implements(.readLocalSupportedCommands))
        }
    }

    /// Vol 4, Part E, 4.2.
    @Test func aHostNeverHoldsMoreThanItHasRoomFor() {
        var random = Entropy(seed: 3).stream("flow")
        for _ in 0..<randomCases(100) {
            let flow = HostFlow()
            let room = 1 + Int(random.below(4))
            flow.take(.init(flowControlEnable: .acl))
            flow.take(
                HCI.HostBufferSize(
                    hostACLDataPacketLength: 5, hostSynchronousDataPacketLength: 0,
                    hostTotalNumACLDataPackets: UInt16(room), hostTotalNumSynchronousDataPackets: 0))
            var held: [UInt16] = []
            for _ in 0..<40 {
                let handle = UInt16(1 + random.below(2))
                switch random.below(4) {
                case 0:
                    if flow.hasRoom {
                        flow.take(
                            .init(
                                connectionHandle: handle, packetBoundary: .firstFlushable,
                                data: [UInt8](repeating: 1, count: Int(random.below(14)))))
                    }
                case 1:
                    if let place = held.firstIndex(of: handle) {
                        held.remove(at: place)
                        flow.complete(1, handle)
                    }
                case 2:
                    if random.below(5) == 0 {
                        held.removeAll { $0 == handle }
                        flow.linkEnded(handle)
                    }
                default: while let packet = flow.next() { held.append(packet.connectionHandle) }
                }
                #expect(held.count <= room)
                #expect(flow.brokenInvariant == nil)
            }
        }
    }
}
