import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import Testing

@testable import FaradayImport

/// A report names what was found with its packets, and what was not.
@Suite struct ImportReportTests {
    @Test func aReportSaysWhatIsKnownAndWhatIsNot() throws {
        var capture = HandMadeCapture()
        capture.advertise([2, 1, 6, 5, 9, 0x4C, 0x61, 0x6D, 0x70])
        capture.advertise([2, 10, 4], as: .scanRsp)
        capture.connect()
        capture.discover()
        capture.request(.exchangeMTU(clientRxMTU: 185), .exchangeMTU(serverRxMTU: 247))
        capture.request(.write(0x15, value: [1, 0]), .write)
        capture.exchange([1, 2], [[0x81, 2]])
        capture.exchange([1, 9], [[0x81, 9]])
        capture.request(.read(0x30), .read(value: [5]))
        let device = try #require(capture.only)
        let text = """
            device C0:FF:EE:00:00:01 "Lamp": 25 packets in 0.244 s
            connection: begins in packet 3, 23 packets
            advertising: connectable, 2 packets from packet 1 on
              data 02 01 06 05 09 4C 61 6D 70 (packet 1, 0 s)
              scan response 02 0A 04 (packet 2, 0.001 s)
            MTU: the device offers 247 (packet 15)
            service FF00 at 0x0010...0x0015 (packet 5)
              characteristic FF01 at 0x0012, read, write (packet 9)
              characteristic FF02 at 0x0014, notify (packet 9)
                descriptor 2902 at 0x0015
            attribute at 0x0030
              value 05 (packet 25)
            subscriptions: 1 (packet 16)
            writes: 2
            notifications and indications: 2
            rule: a write of 01 ?? to FF01 is answered
              after 12 ms by a notification of FF02: 81 [1]
              seen 2 times (packets 18, 21)
            not known:
              the GAP name was not read: it is the advertised one, "Lamp"
              the interval: 1 event of advertising is too few
              characteristic FF01 at 0x0012 was never read: its value is empty
              handle 0x0030 was used (READ_REQ once, from packet 24 on), but no discovery in the capture says what it is
            """
        let lines = text.split(separator: "\n").map(String.init)
        #expect(device.report == lines, "\(device.report.joined(separator: "\n"))")
        #expect(device.report.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    private struct Security {
        var sent: [SMP.PDU]
        var offersSecureConnections: Bool
        var isRight: (DeviceSecurity) -> Bool
        var line: String
    }

    @Test func pairingsAreTheSecurity() throws {
        let rows = [
            Security(
                sent: [.securityRequest([.bonding, .authenticated])], offersSecureConnections: true,
                isRight: { $0.requires == .authenticated && $0.secureConnections == .offered },
                line: "asks for an authenticated link by itself (packet 3)"),
            Security(
                sent: [.securityRequest(.bonding)], offersSecureConnections: true,
                isRight: { $0.requires == .encrypted },
                line: "asks for an encrypted link by itself (packet 3)"),
            Security(
                sent: [.pairingFailed(.pairingNotSupported)], offersSecureConnections: true,
                isRight: \.refusesPairing, line: "refuses to pair (packet 3)"),
            Security(
                sent: [
                    .pairingResponse(
                        .init(
                            ioCapability: .displayYesNo,
                            authentication: [.authenticated, .secureConnections],
                            maximumKeySize: 10))
                ], offersSecureConnections: true,
                isRight: {
                    $0.ioCapability == .displayYesNo && !$0.isBondable && $0.secureConnections == .offered
                        && $0.keySizes == 7...10 && $0.requires == .none
                },
                line:
                    "pairing: displayYesNo, asks for authentication, LE Secure Connections, keys of up to 10 bytes"
                    + " (packet 3)"),
            Security(
                sent: [.pairingResponse(.init(ioCapability: .noInputNoOutput, authentication: .bonding))],
                offersSecureConnections: false,
                // A central without them does not show whether the device has them.
                isRight: { $0.isBondable && $0.secureConnections == .offered },
                line: "pairing: noInputNoOutput, bonds, keys of up to 16 bytes (packet 3)"),
        ]
        for row in rows {
            var capture = HandMadeCapture()
            capture.connect()
            let features = SMP.PairingFeatures(
                ioCapability: .keyboardDisplay,
                authentication: row.offersSecureConnections ? [.bonding, .secureConnections] : .bonding)
            capture.security(.pairingRequest(features), isFromCentral: true)
            for pdu in row.sent { capture.security(pdu, isFromCentral: false) }
            let device = try #require(capture.only)
            #expect(row.isRight(device.definition.security), "\(row.line)")
            #expect(device.report.contains(row.line), "\(device.report)")
        }
    }
}
