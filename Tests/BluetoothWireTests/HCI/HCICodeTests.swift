import BluetoothTypes
import BluetoothWire
import Testing

@Suite("HCI codes") struct HCICodeTests {
    @Test func errorCodesHaveTheNumbersOfTheSpecification() {
        let samples: [(HCI.ErrorCode, UInt8, String)] = [
            (.success, 0x00, "Success"), (.unknownHCICommand, 0x01, "Unknown HCI Command"),
            (.connectionTimeout, 0x08, "Connection Timeout"),
            (.commandDisallowed, 0x0C, "Command Disallowed"),
            (.invalidHCICommandParameters, 0x12, "Invalid HCI Command Parameters"),
            (.connectionTerminatedByLocalHost, 0x16, "Connection Terminated By Local Host"),
            (.unsupportedRemoteFeature, 0x1A, "Unsupported Remote Feature"),
            (.differentTransactionCollision, 0x2A, "Different Transaction Collision"),
            (.connectionTerminatedDueToMICFailure, 0x3D, "Connection Terminated due to MIC Failure"),
            (.unknownAdvertisingIdentifier, 0x42, "Unknown Advertising Identifier"),
        ]
        for (code, number, name) in samples {
            #expect(code.rawValue == number)
            #expect("\(code)" == name)
        }
        #expect("\(HCI.ErrorCode(rawValue: 0x7F))" == "Error 0x7F")
    }

    /// Controllers fill the target of an undirected report with what they like, 0xFF for one.
    @Test func theTargetOfAnUndirectedReportMayBeAnything() throws {
        let head = "04 3E 1A 0D 01"
        let tail = "01 0605040302C1 01 00 FF 7F C4 0000 directType:FF direct:AAAAAAAAAAAA 00"
        let undirected = try HCI.Packet(h4: HCITable.hex("\(head) 1300 \(tail)"))
        let report = HCI.LEExtendedAdvertisingReport.Report(
            eventType: [.connectable, .scannable, .legacy], address: HCITable.peer, rssi: -60, data: [])
        #expect(undirected == .event(.leExtendedAdvertisingReport(.init(reports: [report]))))
        #expect(throws: DecodeError(.hci, .invalidValue(field: "directAddressType", value: 0xFF))) {
            try HCI.Packet(h4: HCITable.hex("\(head) 1500 \(tail)"))
        }
    }

    @Test func supportedCommandsHoldWhatWasInserted() {
        let all = Set(HCITable.commands.map(\.value.opcode)).sorted { $0.rawValue < $1.rawValue }
        for opcode in all where opcode != .readLocalSupportedCommands && opcode.ogf != 0x3F {
            var commands = HCI.SupportedCommands()
            commands.insert(opcode)
            #expect(all.filter(commands.contains) == [opcode])
            #expect(commands.octets.map(\.nonzeroBitCount).reduce(0, +) == 1)
            commands.remove(opcode)
            #expect(commands == HCI.SupportedCommands())
        }
        #expect(HCI.SupportedCommands([.readLocalSupportedCommands]) == HCI.SupportedCommands())
    }

    @Test func masksLetThroughWhatTheyName() {
        let connection = HCITable.connectionEvents[0].value
        #expect(connection.isEnabled(by: .leMeta, le: .leConnectionComplete))
        #expect(!connection.isEnabled(by: .default, le: .leConnectionComplete))
        #expect(!connection.isEnabled(by: .leMeta, le: .leAdvertisingReport))
        let disconnection = HCITable.generalEvents[0].value
        #expect(disconnection.isEnabled(by: .default, le: []))
        #expect(!disconnection.isEnabled(by: .leMeta, le: []))
        let timeout = HCI.Event.authenticatedPayloadTimeoutExpired(.init(connectionHandle: 1))
        #expect(!timeout.isEnabled(by: .default, le: []))
        #expect(timeout.isEnabled(by: [], page2: .authenticatedPayloadTimeoutExpired, le: []))
        #expect(
            HCI.Event.commandComplete(.init(opcode: .reset, returnParameters: [0])).isEnabled(by: [], le: []))
    }

    @Test func emptyMasksStopEveryEventButThoseThatCantBeMasked() {
        let passing = HCITable.events.map(\.value).filter {
            $0.known != nil && $0.isEnabled(by: [], page2: [], le: [])
        }
        let expected: Set<HCI.KnownEvent> = [.commandComplete, .commandStatus, .numberOfCompletedPackets]
        #expect(Set(passing.compactMap(\.known)) == expected)
        #expect(Set(HCITable.events.compactMap(\.value.known)) == Set(HCI.KnownEvent.allCases))
    }

    @Test func defaultMasksAreThoseOfAReset() {
        #expect(
            HCI.EventMask.default.contains([.disconnectionComplete, .encryptionKeyRefreshComplete]) == false)
        #expect(HCI.EventMask.default.contains([.disconnectionComplete, .encryptionChange, .hardwareError]))
        #expect(!HCI.EventMask.default.contains(.leMeta))
        #expect(
            HCI.LEEventMask.default == [
                .leConnectionComplete, .leAdvertisingReport, .leConnectionUpdateComplete,
                .leReadRemoteFeaturesComplete, .leLongTermKeyRequest,
            ])
        #expect(HCI.LEEventMask.subevent(0) == [] && HCI.LEEventMask.subevent(65) == [])
    }

    @Test func unitsAreThoseOfTheParameters() {
        #expect(HCI.slot * 0x00A0 == .milliseconds(100))
        #expect(Nanoseconds.milliseconds(30).inUnits(of: HCI.connectionIntervalUnit) == 24)
        #expect(Nanoseconds.seconds(10_000).inUnits(of: HCI.timeoutUnit) == UInt16.max)
        #expect(Nanoseconds.milliseconds(-1).inUnits(of: HCI.slot) == 0)
        guard case .leConnectionComplete(let event) = HCITable.connectionEvents[0].value else { return }
        #expect(event.interval == .milliseconds(30))
        #expect(event.timeout == .seconds(7))
    }

    @Test func enumerationsWithOtherValuesAreRejectedByName() {
        #expect(throws: DecodeError(.hci, .invalidValue(field: "ScanType", value: 2))) {
            try HCI.LESetScanParameters(bytes: [0x02, 0x60, 0x00, 0x30, 0x00, 0x00, 0x00])
        }
        #expect(throws: DecodeError(.hci, .invalidValue(field: "addressType", value: 4))) {
            try HCI.LERemoveDeviceFromResolvingList(bytes: [0x04, 1, 2, 3, 4, 5, 6])
        }
        #expect(throws: DecodeError(.hci, .invalidValue(field: "advertisingDataLength", value: 32))) {
            try HCI.LESetAdvertisingData(bytes: [32] + Array(repeating: 0, count: 31))
        }
        #expect(throws: DecodeError(.hci, .invalidValue(field: "scanningPHYs", value: 2))) {
            try HCI.LESetExtendedScanParameters(bytes: [0x00, 0x00, 0x02, 0x00, 0x60, 0x00, 0x30, 0x00])
        }
    }

    @Test func channelMapsKnowTheirChannels() {
        let map = HCI.ChannelMap(rawValue: 0x10_0000_0001)
        #expect((-1...40).filter(map.contains) == [0, 36])
        #expect((0...36).allSatisfy(HCI.ChannelMap.all.contains))
    }
}
