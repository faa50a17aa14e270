import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayImport

/// Captures that show a part: what is known is right, and what is not known is named.
@Suite struct PartialCaptureTests {
    private static let other = DeviceAddress(0x0011_2233_4455, .public)

    @Test func aCaptureThatBeginsWithinAConnectionKnowsTheDeviceByItsHandle() throws {
        var capture = HandMadeCapture()
        capture.discover()
        capture.request(.read(0x12), .read(value: [7]))
        let device = try #require(capture.only)
        #expect(device.identity == .connection(file: 0, adapter: 0, handle: 0x40))
        #expect(device.links.map(\.began) == [nil] && device.links.map(\.hasGuessedRoles) == [true])
        #expect(device.database.services.map(\.uuid) == ["FF00"])
        #expect(
            device.unknowns.contains(
                "the address: the capture begins within the connection (connection 0x0040 of adapter 0)"))
        #expect(
            device.unknowns.contains(
                "which end is the peripheral: it is taken for the one that answers requests"))
        #expect(device.definition.address == nil)
    }

    /// A Pairing Request tells who is the central.
    @Test func whatOnlyACentralSendsTellsTheRoles() throws {
        var capture = HandMadeCapture()
        capture.security(
            .pairingRequest(.init(ioCapability: .keyboardDisplay, authentication: .bonding)),
            isFromCentral: true)
        capture.discover()
        let device = try #require(capture.only)
        #expect(device.links.map(\.hasGuessedRoles) == [false])
    }

    @Test func attributesOfAClientWithACachedDatabaseAreKnownByHandle() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.request(.write(0x20, value: [1, 0]), .write)
        capture.request(.read(0x1F), .read(value: [9, 9]))
        capture.request(.read(0x1F), .read(value: [9, 8]))
        capture.notify(0x1F, [1])
        let device = try #require(capture.only)
        #expect(device.database.unnamed.map(\.handle) == [0x1F, 0x20])
        #expect(
            device.database.unnamed.map(\.uses) == [
                [.readRequest: 2, .handleValueNotification: 1], [.writeRequest: 1],
            ])
        #expect(device.database.unnamed[0].readings.map(\.value) == [[9, 9], [9, 8]])
        #expect(device.definition.services.isEmpty)
        #expect(
            device.unknowns.contains {
                $0.hasPrefix("handle 0x0020 was used (WRITE_REQ once, from packet 2 on)")
            })
    }

    @Test func severalDevicesAndConnectionsAreToldApart() throws {
        var capture = HandMadeCapture()
        capture.advertise([2, 1, 6, 3, 9, 0x41, 0x42])
        capture.connect()
        capture.discover()
        capture.exchange([1], [[2]])
        capture.event(
            .disconnectionComplete(
                .init(status: .success, connectionHandle: 0x40, reason: .remoteUserTerminatedConnection)))
        // The same handle is of another device now.
        capture.connect(Self.other)
        capture.request(.read(0x03), .read(value: [1]))
        capture.event(
            .disconnectionComplete(
                .init(status: .success, connectionHandle: 0x40, reason: .remoteUserTerminatedConnection)))
        capture.connect()
        capture.exchange([1], [[2]])
        let devices = capture.imported.devices
        #expect(devices.map(\.identity) == [.address(HandMadeCapture.device), .address(Self.other)])
        #expect(devices.map(\.links.count) == [2, 1] && devices.map(\.name) == ["AB", nil])
        #expect(devices[0].rules.map(\.confirmed) == [2] && devices[1].rules.isEmpty)
        #expect(devices[1].database.services.isEmpty)
    }

    @Test func aHandleIsOfNobodyAfterItsConnectionEnds() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.request(.read(0x03), .read(value: [1]))
        capture.event(
            .disconnectionComplete(
                .init(status: .success, connectionHandle: 0x40, reason: .remoteUserTerminatedConnection)))
        capture.request(.read(0x05), .read(value: [2]))
        let devices = capture.imported.devices
        #expect(
            devices.map(\.identity) == [
                .address(HandMadeCapture.device), .connection(file: 0, adapter: 0, handle: 0x40),
            ])
        #expect(devices.map { $0.database.unnamed.map(\.handle) } == [[3], [5]])
    }

    /// On air a packet that was not acknowledged is sent again; what has other bytes is another one.
    @Test func aRepeatedPacketCountsOnce() throws {
        let write = L2CAP.BasicFrame(channel: .att, payload: [0x52, 0x03, 0x00, 0x07]).bytes
        let other = L2CAP.BasicFrame(channel: .att, payload: [0x52, 0x03, 0x00, 0x08]).bytes
        let sent = [(write, false), (write, false), (other, true), (write, false)]
        var packets = sent.enumerated().map { place, sent in
            CapturedPacket(
                time: 1_000_000_000 + UInt64(place) * 30_000_000,
                .linkLayer(
                    LinkLayerPacket(
                        kind: .centralToPeripheral, rfChannel: 10, accessAddress: 0x5065_4A27,
                        pdu: LL.DataPDU(llid: .start, sn: sent.1, payload: sent.0).bytes)))
        }
        // What was received with errors says nothing.
        let bad = L2CAP.BasicFrame(channel: .att, payload: [0x52, 0x03, 0x00, 0x09]).bytes
        packets.append(
            CapturedPacket(
                time: 2_000_000_000,
                .linkLayer(
                    LinkLayerPacket(
                        kind: .centralToPeripheral, rfChannel: 10, accessAddress: 0x5065_4A27,
                        pdu: LL.DataPDU(llid: .start, sn: true, payload: bad).bytes, crc: 0, isCRCValid: false
                    ))))
        let device = try #require(CaptureImport(packets: [packets]).devices.first)
        #expect(device.conversation.writes.map(\.value) == [[7], [8], [7]])
    }

    /// Without its beginning, an encrypted link is noise that goes on; noise that does not go on is no device.
    @Test(arguments: [4, 40]) func aLinkThatWasEncryptedBeforeIsNamed(_ count: Int) {
        var numbers = SeededNumbers(seed: 6)
        let packets = (0..<count).map { place -> CapturedPacket in
            let pdu = LL.DataPDU(llid: .start, sn: place / 2 % 2 == 0, payload: numbers.bytes(15))
            let frame = LinkLayerPacket(
                kind: place % 2 == 0 ? .centralToPeripheral : .peripheralToCentral, rfChannel: 10,
                accessAddress: 0x5065_4A27, pdu: pdu.bytes)
            return CapturedPacket(time: 1_000_000_000 + UInt64(place) * 30_000_000, .linkLayer(frame))
        }
        let devices = CaptureImport(packets: [packets]).devices
        #expect(devices.map(\.senselessPackets) == (count < 10 ? [] : [count]))
        let line =
            "\(count) packets can't be read: the connection may be encrypted since before the capture,"
            + " and then no key decrypts it without its LL_ENC_REQ and LL_ENC_RSP"
        #expect(devices.allSatisfy { $0.unknowns.contains(line) && $0.database.unnamed.isEmpty })
    }

    @Test func filesOfOneDeviceAreJoined() throws {
        var first = HandMadeCapture()
        first.connect()
        first.discover()
        first.exchange([1], [[2]])
        var second = HandMadeCapture()
        second.wait(60_000)
        second.connect()
        second.request(.read(0x12), .read(value: [5]))
        second.exchange([1], [[2]])
        let found = CaptureImport(packets: [first.packets, second.packets])
        let device = try #require(found.devices.first)
        #expect(found.devices.count == 1 && device.links.count == 2)
        let item = try #require(device.database.characteristics.first)
        #expect(item.uuid == "FF01" && item.readings.map(\.value) == [[5]])
        #expect(item.readings.map(\.place) == [PacketPlace(file: 1, number: 3)])
        #expect(device.rules.map { $0.examples.map(\.place.file) } == [[0, 1]])
    }

    /// Both hosts of a connection write a trace: what they show is one conversation. At another time, or with other
    /// values, it is another one.
    @Test(arguments: [(2, 0, 1, 1), (60_000, 0, 1, 2), (2, 0, 3, 2), (2, 3, 1, 1)])
    func aConnectionThatTwoFilesShowCountsOnce(_ later: UInt64, _ cut: Int, _ value: UInt8, _ links: Int)
        throws
    {
        func capture(_ later: UInt64, _ value: UInt8) -> [CapturedPacket] {
            var capture = HandMadeCapture()
            capture.wait(later)
            capture.connect()
            capture.discover()
            capture.refuse(.write(0x12, value: [9]), 0x12, .outOfRange)
            capture.exchange([value], [[2]])
            return capture.packets
        }
        let files = [capture(0, 1), capture(later, value).dropLast(cut)]
        for order in [files.map { Array($0) }, files.reversed().map { Array($0) }] {
            let device = try #require(CaptureImport(packets: order).devices.first)
            #expect(device.links.count == links)
            #expect(device.conversation.writes.count == 2 * links)
            #expect(device.links.map(\.packets).max() == order.map(\.count).max())
        }
    }

    @Test func theAdapterIsTheDeviceWhereItIsThePeripheral() throws {
        let address = DeviceAddress(0xC0FF_EE00_0077, .random)
        var capture = HandMadeCapture()
        capture.hostIsCentral = false
        capture.command(.leSetRandomAddress(.init(randomAddress: address)))
        capture.command(
            .leSetAdvertisingParameters(
                .init(
                    advertisingIntervalMin: 160, advertisingIntervalMax: 160, advertisingType: .advInd,
                    ownAddressType: .random)))
        capture.command(.leSetAdvertisingData(.init(advertisingData: [2, 1, 6, 2, 9, 0x5A])))
        capture.command(.leSetScanResponseData(.init(scanResponseData: [2, 10, 4])))
        capture.command(.leSetAdvertisingEnable(.init(advertisingEnable: true)))
        capture.connect(Self.other)
        capture.discover()
        let device = try #require(capture.only)
        #expect(device.identity == .address(address) && device.name == "Z")
        #expect(device.database.services.map(\.uuid) == ["FF00"])
        #expect(
            device.advertising.map(\.interval) == [
                .told(least: .milliseconds(100), most: .milliseconds(100))
            ])
        #expect(device.definition.advertising.map(\.scanResponse.bytes) == [[2, 10, 4]])
    }

    /// In a pairing, a device tells its lasting address: the private one is the same device.
    @Test func aPrivateAddressIsOfTheDeviceThatToldItsLastingOne() throws {
        let address = DeviceAddress(0x4123_4567_89AB, .random)
        for isTold in [true, false] {
            var capture = HandMadeCapture()
            capture.advertise([2, 1, 6, 2, 9, 0x50], address)
            capture.connect(address)
            if isTold {
                capture.security(.identityAddressInformation(Self.other), isFromCentral: true)
                capture.security(.identityAddressInformation(HandMadeCapture.device), isFromCentral: false)
            }
            capture.discover()
            let device = try #require(capture.only)
            #expect(device.identity == .address(isTold ? HandMadeCapture.device : address))
            #expect(device.name == "P" && device.database.services.count == 1)
            #expect(device.definition.address == (isTold ? HandMadeCapture.device : nil))
        }
    }

    @Test func dataThatChangeAreAListWithTimes() throws {
        var capture = HandMadeCapture()
        for number in 0..<12 {
            capture.wait(103)
            capture.advertise([2, 1, 6, 3, 0xFF, 1, UInt8(number / 4)])
            capture.advertise([2, 10, 0], as: .scanRsp)
        }
        let set = try #require(capture.only?.advertising.first)
        #expect(set.data.map { $0.bytes.last } == [0, 1, 2])
        #expect(set.data.map(\.time) == [0, 420_000_000, 840_000_000])
        #expect(set.scanResponse.map(\.bytes) == [[2, 10, 0]])
        guard case .estimated = set.interval else {
            Issue.record("\(set.interval)")
            return
        }
    }

    @Test func aFilteringScannerIsNamed() throws {
        var capture = HandMadeCapture()
        capture.command(.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: true)))
        for _ in 0..<12 {
            capture.wait(103)
            capture.advertise([2, 1, 6])
        }
        let device = try #require(capture.only)
        #expect(device.unknowns.contains("the interval: the scanner filtered duplicates"))
    }

    @Test func aLongValueIsJoinedOfItsParts() throws {
        let value = (0..<60).map { UInt8($0) }
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.request(.read(0x12), .read(value: Array(value[..<22])))
        capture.request(.readBlob(0x12, offset: 22), .readBlob(value: Array(value[22..<44])))
        #expect(capture.only?.database.characteristics[0].readings.map(\.isCut) == [true])
        capture.request(.readBlob(0x12, offset: 44), .readBlob(value: Array(value[44...])))
        let readings = try #require(capture.only?.database.characteristics[0].readings)
        #expect(readings.map(\.value) == [value] && readings.map(\.isCut) == [false])
    }

    @Test func aValueThatNobodyReadIsEmptyAndNamed() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        let device = try #require(capture.only)
        #expect(device.unknowns.contains("characteristic FF01 at 0x0012 was never read: its value is empty"))
        #expect(device.definition.services.first?.characteristics.map(\.value) == [[], []])
    }

    private struct Refusal {
        var code: ATT.ErrorCode
        /// What passes between refusal and success.
        var isEncrypted: Bool
        var isAuthenticated: Bool
        var permissions: GATT.Permissions
    }

    @Test func refusalsAreThePermissions() throws {
        let rows = [
            Refusal(
                code: .insufficientEncryption, isEncrypted: false, isAuthenticated: false,
                permissions: .readEncrypted),
            Refusal(
                code: .insufficientAuthentication, isEncrypted: true, isAuthenticated: false,
                permissions: .readEncrypted),
            Refusal(
                code: .insufficientAuthentication, isEncrypted: true, isAuthenticated: true,
                permissions: [.readEncrypted, .readAuthenticated]),
            Refusal(
                code: .insufficientAuthorization, isEncrypted: false, isAuthenticated: false,
                permissions: .readAuthorized),
        ]
        for row in rows {
            var capture = HandMadeCapture()
            capture.connect()
            capture.discover()
            capture.refuse(.read(0x12), 0x12, row.code)
            if row.isEncrypted {
                let authentication: SMP.AuthenticationRequirements =
                    row.isAuthenticated ? [.bonding, .authenticated] : .bonding
                let features = SMP.PairingFeatures(
                    ioCapability: row.isAuthenticated ? .displayOnly : .noInputNoOutput,
                    authentication: authentication)
                capture.security(
                    .pairingRequest(
                        .init(
                            ioCapability: .keyboardDisplay,
                            authentication: [.bonding, .authenticated, .secureConnections])),
                    isFromCentral: true)
                capture.security(.pairingResponse(features), isFromCentral: false)
                capture.event(
                    .encryptionChange(
                        .init(status: .success, connectionHandle: 0x40, encryptionEnabled: .on)))
                capture.request(.read(0x12), .read(value: [1]))
            }
            let device = try #require(capture.only)
            #expect(device.security.requirements[0x12]?.permissions == row.permissions, "\(row)")
            let item = try #require(device.definition.services.first?.characteristics.first)
            #expect(item.permissions.isSuperset(of: row.permissions), "\(row)")
            guard row.isEncrypted else { continue }
            let security = device.definition.security
            #expect(security.ioCapability == (row.isAuthenticated ? .displayOnly : .noInputNoOutput))
            #expect(security.isBondable && security.secureConnections == .off)
        }
    }

    @Test func encryptedPacketsAreCountedAndNotRead() throws {
        let address: UInt32 = 0x5065_4A27
        func link(_ payload: [UInt8], _ llid: LL.DataPDU.LLID, fromCentral: Bool, sn: Bool) -> LinkLayerPacket
        {
            LinkLayerPacket(
                kind: fromCentral ? .centralToPeripheral : .peripheralToCentral, rfChannel: 10,
                accessAddress: address, pdu: LL.DataPDU(llid: llid, sn: sn, payload: payload).bytes)
        }
        let read = L2CAP.BasicFrame(channel: .att, payload: [0x0A, 0x03, 0x00]).bytes
        let frames = [
            link(read, .start, fromCentral: true, sn: false),
            link(LL.ControlPDU.startEncReq.bytes, .control, fromCentral: false, sn: false),
            link([1, 2, 3, 4, 5, 6, 7], .start, fromCentral: true, sn: true),
            link([9, 2, 3, 4, 5, 6, 7], .start, fromCentral: false, sn: true),
        ]
        let packets = frames.enumerated().map {
            CapturedPacket(time: 1_000_000_000 + UInt64($0) * 1_000_000, .linkLayer($1))
        }
        let device = try #require(CaptureImport(packets: [packets]).devices.first)
        #expect(device.identity == .accessAddress(file: 0, address) && device.encryption.unreadPackets == 2)
        #expect(
            device.unknowns.contains(
                "2 packets are encrypted and can't be read, even with the key: LL_ENC_REQ and LL_ENC_RSP of the"
                    + " connection are not both in the capture"))
        #expect(device.database.unnamed.map(\.handle) == [3])
    }
}
