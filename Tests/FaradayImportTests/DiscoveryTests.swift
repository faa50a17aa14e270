import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import Testing

@testable import FaradayImport

/// Each procedure of discovery and each way to read and write gives its part of a device.
@Suite struct DiscoveryTests {
    private static let long = BluetoothUUID(high: 0x1234_5678_9ABC_DEF0, low: 0x0FED_CBA9_8765_4321)

    @Test func servicesAreFoundByTheirTypeToo() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.request(
            .findByTypeValue(.all, type: 0x2800, value: [0x0D, 0x18]),
            .findByTypeValue([.init(found: 0x20, groupEnd: 0x2F)]))
        let service = try #require(capture.only?.database.services.first)
        #expect(service.uuid == "180D" && service.handle == 0x20 && service.end == 0x2F && service.isPrimary)
        #expect(service.place.number == 3 && !service.hasAllCharacteristics)
        #expect(capture.only?.database.hasAllServices == false)
    }

    @Test func longTypesSecondaryServicesAndIncludesAreFound() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.request(
            .readByGroupType(.all, type: "2800"),
            .readByGroupType([.init(handle: 0x01, groupEnd: 0x09, value: Self.long.littleEndianBytes)]))
        capture.request(
            .readByType(.init(first: 1, last: 9), type: "2802"),
            .readByType(.init(entries: [.init(handle: 2, value: [0x10, 0, 0x13, 0, 0xAA, 0xFE])])))
        capture.request(
            .readByType(.init(first: 1, last: 9), type: "2803"),
            .readByType(
                .init(entries: [.init(handle: 3, value: [0x02, 4, 0] + Self.long.littleEndianBytes)])))
        let definition = try #require(capture.only?.definition)
        #expect(definition.services.map(\.uuid) == [Self.long, "FEAA"])
        #expect(definition.services.map(\.isPrimary) == [true, false])
        #expect(definition.services[0].includedPlaces == [1])
        #expect(definition.services[0].characteristics.map(\.uuid) == [Self.long])
    }

    /// Without handles behind the value there is no configuration; where nobody asked, there may be one.
    @Test func aMissingConfigurationIsMissingWhereItWasAskedFor() throws {
        for (answer, isKnown) in [
            (ATT.Response?.none, false),
            (.findInformation(.init(entries: [.init(handle: 0x15, uuid: "2901")])), true),
        ] {
            var capture = HandMadeCapture()
            capture.connect()
            capture.request(
                .readByGroupType(.all, type: "2800"),
                .readByGroupType([.init(handle: 0x10, groupEnd: 0x15, value: [0x00, 0xFF])]))
            capture.request(
                .readByType(.init(first: 0x10, last: 0x15), type: "2803"),
                .readByType(.init(entries: [.init(handle: 0x13, value: [0x10, 0x14, 0x00, 0x02, 0xFF])])))
            if let answer { capture.request(.findInformation(.init(first: 0x15, last: 0x15)), answer) }
            let device = try #require(capture.only)
            let item = try #require(device.database.characteristics.first)
            #expect(item.hasAllDescriptors == isKnown)
            #expect(item.descriptors.map(\.uuid) == (isKnown ? ["2901"] : []))
            let line = "characteristic FF02 at 0x0014: its descriptors were not discovered to the end"
            #expect(device.unknowns.contains(line) == !isKnown)
        }
    }

    @Test func severalValuesOfOneAnswerAreToldApartWhereTheirLengthsAreKnown() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.request(.readMultiple([0x30, 0x31]), .readMultiple(values: [1, 2, 3]))
        #expect(capture.only?.database.unnamed.map(\.readings.count) == [0, 0])
        capture.request(.read(0x30), .read(value: [9]))
        capture.request(.read(0x31), .read(value: [8, 8]))
        capture.request(
            .readMultipleVariable([0x30, 0x31]),
            .readMultipleVariable([.init(length: 1, value: [5]), .init(length: 2, value: [6, 7])]))
        let unnamed = try #require(capture.only?.database.unnamed)
        #expect(unnamed.map { $0.readings.map(\.value) } == [[[9], [5], [1]], [[8, 8], [6, 7], [2, 3]]])
    }

    @Test func valuesThatAreReadByTypeHaveTheirType() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.request(
            .readByType(.all, type: "2A00"),
            .readByType(.init(entries: [.init(handle: 3, value: Array("Lamp".utf8))])))
        let device = try #require(capture.only)
        #expect(device.gapName == "Lamp" && device.definition.name == "Lamp")
        #expect(device.database.unnamed.map(\.uuid) == ["2A00"])
    }

    @Test func theExchangeOfTheMTUTellsWhatTheDeviceOffers() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.request(.exchangeMTU(clientRxMTU: 527), .exchangeMTU(serverRxMTU: 158))
        capture.discover()
        // A full answer of 157 bytes may go on, one of 22 may not.
        capture.request(.read(0x12), .read(value: Array(repeating: 1, count: 157)))
        capture.request(.read(0x14), .read(value: Array(repeating: 1, count: 22)))
        let device = try #require(capture.only)
        #expect(device.mtu?.value == 158 && device.definition.preferredMTU == 158)
        #expect(device.database.characteristics.flatMap(\.readings).map(\.isCut) == [true, false])
    }

    @Test func subscriptionsUpdatesAndWritesAreAConversation() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.request(.write(0x15, value: [1, 0]), .write)
        capture.wait(50)
        capture.notify(0x14, [7])
        capture.request(.write(0x15, value: [0, 0]), .write)
        capture.refuse(.write(0x12, value: [1]), 0x12, .insufficientResources)
        capture.request(
            .prepareWrite(0x12, offset: 0, value: [1, 2]), .prepareWrite(0x12, offset: 0, value: [1, 2]))
        capture.request(
            .prepareWrite(0x12, offset: 2, value: [3]), .prepareWrite(0x12, offset: 2, value: [3]))
        capture.request(.executeWrite(.write), .executeWrite)
        capture.frame(ATT.ClientPDU.command(.write(0x12, value: [4])).bytes, isFromCentral: true)
        capture.request(.write(0x12, value: [5]), nil)
        let conversation = try #require(capture.only?.conversation)
        #expect(conversation.subscriptions.map(\.bits) == [1, 0])
        #expect(conversation.subscriptions.map(\.characteristic) == [0x14, 0x14])
        #expect(conversation.updates.map(\.value) == [[7]])
        #expect(conversation.updates.map(\.sinceSubscription) == [52_000_000])
        #expect(conversation.writes.map(\.value) == [[1], [1, 2, 3], [4], [5]])
        #expect(
            conversation.writes.map(\.answer) == [.error(.insufficientResources), .success, .none, .missing])
    }

    /// A phone that is a server itself: what the device asks it is no part of the device.
    @Test func requestsOfTheDeviceAreNotItsDatabase() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.frame(ATT.ClientPDU.request(.read(0x12)).bytes, isFromCentral: false)
        capture.frame(ATT.ServerPDU.response(.read(value: [1, 2, 3])).bytes, isFromCentral: true)
        let device = try #require(capture.only)
        #expect(
            device.requestsOfDevice == 1 && device.database.characteristics.allSatisfy(\.readings.isEmpty))
    }

    @Test func laterDiscoveriesCountAndAreNamed() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.request(
            .readByType(.init(first: 0x10, last: 0x15), type: "2803"),
            .readByType(.init(entries: [.init(handle: 0x11, value: [0x0A, 0x12, 0x00, 0x09, 0xFF])])))
        let device = try #require(capture.only)
        #expect(device.database.characteristics.map(\.uuid) == ["FF09", "FF02"])
        #expect(device.databaseChanges.count == 1)
    }

    @Test func anAnswerToAnotherRequestIsNoAnswer() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.request(.read(0x12), .write)
        capture.request(
            .read(0x12), .error(.init(requestOpcode: .writeRequest, handle: 0x12, code: .unlikelyError)))
        #expect(capture.only?.database.characteristics.first?.readings == [])
        #expect(capture.only?.security.written == [])
    }
}
