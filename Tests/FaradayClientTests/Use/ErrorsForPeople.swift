import FaradayTesting
import Foundation
import Testing

import enum BluetoothPort.PortError
import struct BluetoothPort.PeerIdentifier

@testable import FaradayClient

@Suite("Errors for people, and errors for developers")
struct ErrorsForPeopleTests {
    private static let reasons: [ClientError.Reason] = [
        .unsupported, .unauthorized, .poweredOff, .radioReset, .connectionFailed, .disconnected,
        .disconnectedByApp, .deadlineExceeded, .servicesNotFound(["180F"]),
        .characteristicsNotFound(["2A19"]),
        .descriptorsNotFound(["2904"]), .servicesChanged, .notSupported, .valueTooLong(limit: 20),
        .malformedValue(DecodeError(.value, .trailingBytes(1))), .refused(code: 0x05), .refused(code: 0x80),
        .unsubscribed, .failed, .channelClosed, .malformedFrame(.emptyPiece), .notFound, .notChosen,
        .unpublishable("the type is the system's"), .alreadyAdvertising, .closed,
    ]

    private static func error(_ reason: ClientError.Reason, _ operation: ClientError.Operation = .read)
        -> ClientError
    {
        var error = ClientError(reason, operation, underlying: .att(code: 0x05))
        (error.peripheral, error.peripheralName) = (PeerIdentifier(high: 1, low: 2), "Strap")
        (error.service, error.characteristic) = ("180F", "2A19")
        return error
    }

    @Test(
        "The user gets one sentence without UUIDs and codes, and what to do is a sentence too",
        arguments: reasons)
    func people(reason: ClientError.Reason) throws {
        let error = Self.error(reason)
        for text in [error.localizedDescription, error.recoverySuggestion].compactMap({ $0 }) {
            #expect(text.hasSuffix(".") && !text.dropLast().contains(". "), "\(text)")
            #expect(text.first?.isUppercase == true)
            for word in ["180F", "2A19", "2904", "0x", "ATT", "CBError", "UUID", "`", "Central("] {
                #expect(!text.contains(word), "\(text)")
            }
        }
        #expect(error.localizedDescription == error.errorDescription)
    }

    @Test("What an app shows for the three commonest reasons")
    func common() {
        #expect(Self.error(.poweredOff).localizedDescription == "Bluetooth is turned off.")
        #expect(
            Self.error(.poweredOff).recoverySuggestion
                == "Turn on Bluetooth in Settings or in Control Center.")
        #expect(Self.error(.disconnected).localizedDescription == "The connection to Strap was lost.")
        #expect(Self.error(.refused(code: 0x0F)).recoverySuggestion == "Pair with Strap and try again.")
    }

    @Test(
        "The developer's text is grammatical and names the codes",
        arguments: [
            (
                error(.servicesChanged, .discoverCharacteristics),
                "could not discover characteristics of characteristic"
            ),
            (
                error(.refused(code: 0x03), .write),
                "could not write characteristic 2A19 (Battery Level) of service"
            ),
            (error(.refused(code: 0x03)), "refused with ATT error 0x03 (Write Not Permitted) (CBATTError 5)"),
            (error(.refused(code: 0x83)), "ATT error 0x83 (the profile's own)"),
            (error(.refused(code: 0xFE)), "ATT error 0xFE (Procedure Already in Progress)"),
            (
                error(.disconnected, .writeWithoutResponse),
                "could not write without response to characteristic"
            ),
            (error(.disconnected, .receive), "could not read a value of characteristic"),
            (error(.deadlineExceeded, .request), "could not make the request at characteristic"),
        ])
    func developers(error: ClientError, part: String) {
        #expect(error.description.contains(part), "\(error.description)")
    }

    @Test("Operations without an attribute have the right word before the peripheral")
    func prepositions() {
        func text(_ operation: ClientError.Operation, service: BluetoothUUID? = nil) -> String {
            var error = ClientError(.disconnected, operation)
            (error.peripheral, error.peripheralName, error.service) =
                (PeerIdentifier(high: 1, low: 2), "Strap", service)
            return String(error.description.prefix { $0 != ":" })
        }
        #expect(text(.connect) == "could not connect to \"Strap\"")
        #expect(text(.disconnect) == "could not disconnect from \"Strap\"")
        #expect(text(.readRSSI) == "could not read the signal strength of \"Strap\"")
        #expect(text(.discoverServices) == "could not discover services on \"Strap\"")
        #expect(text(.openChannel) == "could not open an L2CAP channel to \"Strap\"")
        #expect(
            text(.discoverCharacteristics, service: "180F")
                == "could not discover characteristics of service 180F (Battery) on \"Strap\"")
    }

    @Test("Data is a value beside [UInt8]", .simulated)
    func data() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        #expect(try await strap.readData(Battery.level.path) == Data([87]))
        #expect(try await strap.read(TypedCharacteristic<Data>("2A19", of: "180F")) == Data([87]))
        for try await data in strap.dataNotifications(of: HeartRate.measurement.path) {
            #expect(try HeartRate.measurement.value(of: Array(data)).beatsPerMinute > 0)
            break
        }
        try await strap.write(Data([1]), to: HeartRate.controlPoint.path)
    }
}
