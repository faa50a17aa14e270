import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct ErrorTests {
    @Test(arguments: [
        (0, "Unknown error."), (1, "One or more parameters were invalid."),
        (3, "The specified device is not connected."),
        (6, "The connection has timed out unexpectedly."),
        (7, "The specified device has disconnected from us."),
        (8, "The specified UUID is not allowed for this operation."),
        (9, "Advertising has already started."), (10, "The connection has failed unexpectedly."),
        (14, "Peer removed pairing information"),
        (15, "Failed to encrypt the connection, the connection has timed out unexpectedly."),
    ])
    func localErrorsCarryApplesText(code: Int, text: String) throws {
        let error = PortError.local(code: code).appleError
        #expect((error as NSError).domain == "CBErrorDomain")
        #expect((error as NSError).code == code)
        #expect((error as NSError).userInfo[NSLocalizedDescriptionKey] as? String == text)
        #expect(error.localizedDescription == text)
        #expect(try #require(error as? CBError).code.rawValue == code)
    }

    @Test func everyATTCodeSurvives() throws {
        for code in UInt8.min...UInt8.max {
            let error = PortError.att(code: code).appleError
            #expect((error as NSError).domain == "CBATTErrorDomain")
            #expect((error as NSError).code == Int(code))
            #expect(try #require(error as? CBATTError).code.rawValue == Int(code))
            #expect(CBATTError.Code(rawValue: Int(code))?.rawValue == Int(code))
        }
        #expect(CBATTError.Code(rawValue: 256) == nil)
    }

    @Test(arguments: [
        (1, "The handle is invalid."), (2, "Reading is not permitted."), (3, "Writing is not permitted."),
        (4, "The command is invalid."), (5, "Authentication is insufficient."),
        (6, "The request is not supported."), (7, "The offset is invalid."),
        (8, "Authorization is insufficient."), (9, "The prepare queue is full."),
        (10, "The attribute could not be found."), (11, "The attribute is not long."),
        (12, "The encryption key size is insufficient."), (13, "The value's length is invalid."),
        (14, "Unlikely error."), (15, "Encryption is insufficient."),
        (16, "The group type is unsupported."), (17, "Resources are insufficient."),
        (18, "Unknown ATT error."), (131, "Unknown ATT error."), (253, "Unknown ATT error."),
    ])
    func remoteErrorsCarryApplesText(code: UInt8, text: String) {
        #expect(PortError.att(code: code).appleError.localizedDescription == text)
    }

    @Test func codesArePatternsForErrors() throws {
        do {
            throw PortError.connectionTimeout.appleError
        } catch CBError.connectionTimeout {
        } catch {
            Issue.record("not caught by its code")
        }
        do {
            throw CBATTError(.readNotPermitted)
        } catch CBError.unknown {
            Issue.record("caught by a code of the other domain")
        } catch CBATTError.readNotPermitted {
        }
    }

    @Test func structsAreHashableByCodeAndUserInfo() {
        #expect(CBError(.notConnected) == CBError(.notConnected))
        #expect(CBError(.notConnected).hashValue == CBError(.notConnected).hashValue)
        #expect(CBError(.notConnected) != CBError(.unknown))
        #expect(CBError(.notConnected, userInfo: ["a": 1]).userInfo["a"] as? Int == 1)
        #expect(CBError.errorDomain == CBErrorDomain && CBATTError.errorDomain == CBATTErrorDomain)
        #expect(CBError.Code.unknownDevice.rawValue == 12)
        #expect(CBError(.operationNotSupported).errorCode == 13)
    }
}
