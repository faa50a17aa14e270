import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct ErrorTests {
    /// What an app can make of an error that a delegate is handed.
    private func check(_ error: any Error, _ domain: String, _ code: Int, _ text: String?) {
        let error = error as NSError
        #expect(error.domain == domain)
        #expect(error.code == code)
        #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == text)
        if let text { #expect(error.localizedDescription == text) }
    }

    @Test(
        "Behaviour CB 0, CB 1, CB 3, CB 6, CB 7, CB 8, CB 9, CB 10, CB 11, CB 14, CB 15: Apple's texts",
        arguments: [
            (CBError.Code.unknown, 0, "Unknown error."),
            (.invalidParameters, 1, "One or more parameters were invalid."),
            (.notConnected, 3, "The specified device is not connected."),
            (.connectionTimeout, 6, "The connection has timed out unexpectedly."),
            (.peripheralDisconnected, 7, "The specified device has disconnected from us."),
            (.uuidNotAllowed, 8, "The specified UUID is not allowed for this operation."),
            (.alreadyAdvertising, 9, "Advertising has already started."),
            (.connectionFailed, 10, "The connection has failed unexpectedly."),
            (.connectionLimitReached, 11, "The system has reached the maximum number of connections"),
            (.peerRemovedPairingInformation, 14, "Peer removed pairing information"),
            (
                .encryptionTimedOut, 15,
                "Failed to encrypt the connection, the connection has timed out unexpectedly."
            ),
        ])
    func localErrorsCarryApplesText(code: CBError.Code, number: Int, text: String) throws {
        let error = PortError.local(code: number).appleError
        check(error, "CBErrorDomain", number, text)
        #expect(error.localizedDescription == text)
        #expect(try #require(error as? CBError).code == code)
        #expect(error as? CBATTError == nil)
    }

    /// No text is made up where none is known: Foundation's general sentence names domain and number.
    @Test(
        "Behaviour CB 4, CB 12, CB 16: codes without a published text, and codes that have no cause here",
        arguments: [
            (CBError.Code.invalidHandle, 2), (.outOfSpace, 4), (.operationCancelled, 5),
            (.unknownDevice, 12), (.operationNotSupported, 13), (.tooManyLEPairedDevices, 16),
        ])
    func localErrorsWithoutText(code: CBError.Code, number: Int) throws {
        let error = PortError.local(code: number).appleError
        check(error, "CBErrorDomain", number, nil)
        #expect(error.localizedDescription.contains("CBErrorDomain error \(number)"))
        #expect(try #require(error as? CBError).code == code)
        #expect(code.rawValue == number)
    }

    #if !canImport(Darwin) || os(watchOS)
    @Test("Codes of watches")
    func codesOfWatches() {
        #expect(CBError.Code.leGattExceededBackgroundNotificationLimit.rawValue == 17)
        #expect(CBError.leGattNearBackgroundNotificationLimit.rawValue == 18)
        check(PortError.local(code: 17).appleError, "CBErrorDomain", 17, nil)
    }
    #endif

    @Test func aLocalCodeThatAppleDoesNotListReadsAsUnknown() throws {
        let error = try #require(PortError.local(code: 99).appleError as? CBError)
        #expect(error.code == .unknown && error.errorCode == 99)
    }

    @Test(
        "Behaviour ATT 1, ATT 2, ATT 3, ATT 4, ATT 5, ATT 6, ATT 7, ATT 8, ATT 9: Apple's texts",
        arguments: [
            (CBATTError.Code.invalidHandle, 1, "The handle is invalid."),
            (.readNotPermitted, 2, "Reading is not permitted."),
            (.writeNotPermitted, 3, "Writing is not permitted."), (.invalidPdu, 4, "The command is invalid."),
            (.insufficientAuthentication, 5, "Authentication is insufficient."),
            (.requestNotSupported, 6, "The request is not supported."),
            (.invalidOffset, 7, "The offset is invalid."),
            (.insufficientAuthorization, 8, "Authorization is insufficient."),
            (.prepareQueueFull, 9, "The prepare queue is full."),
        ])
    func remoteErrorsCarryApplesText(code: CBATTError.Code, number: UInt8, text: String) throws {
        let error = PortError.att(code: number).appleError
        check(error, "CBATTErrorDomain", Int(number), text)
        #expect(try #require(error as? CBATTError).code == code)
    }

    @Test(
        "Behaviour ATT 10, ATT 11, ATT 12, ATT 13, ATT 14, ATT 15, ATT 16, ATT 17: Apple's texts",
        arguments: [
            (CBATTError.Code.attributeNotFound, 10, "The attribute could not be found."),
            (.attributeNotLong, 11, "The attribute is not long."),
            (.insufficientEncryptionKeySize, 12, "The encryption key size is insufficient."),
            (.invalidAttributeValueLength, 13, "The value's length is invalid."),
            (.unlikelyError, 14, "Unlikely error."),
            (.insufficientEncryption, 15, "Encryption is insufficient."),
            (.unsupportedGroupType, 16, "The group type is unsupported."),
            (.insufficientResources, 17, "Resources are insufficient."),
        ])
    func laterRemoteErrorsCarryApplesText(code: CBATTError.Code, number: UInt8, text: String) throws {
        try remoteErrorsCarryApplesText(code: code, number: number, text: text)
    }

    @Test("Behaviour 5.41: every other ATT code is preserved, described as unknown")
    func everyATTCodeSurvives() throws {
        for code in UInt8.min...UInt8.max {
            let error = PortError.att(code: code).appleError
            let text = (1...17).contains(code) ? ErrorText.att(code) : "Unknown ATT error."
            check(error, "CBATTErrorDomain", Int(code), text)
            #expect(try #require(error as? CBATTError).code.rawValue == Int(code))
            #expect(CBATTError.Code(rawValue: Int(code))?.rawValue == Int(code))
        }
        #expect(CBATTError.Code(rawValue: 256) == nil && CBATTError.Code(rawValue: -1) == nil)
        let codes = (0...255).compactMap { CBATTError.Code(rawValue: $0) }
        #expect(Set(codes).count == 256 && codes.map(\.rawValue) == Array(0...255))
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

    /// As where Objective-C is: an `NSError` of the domain and the struct are one thing.
    @Test func errorsBridgeBothWays() throws {
        let plain: any Error = NSError(domain: CBErrorDomain, code: 6)
        #expect((plain as? CBError)?.code == .connectionTimeout)
        #expect(plain as? CBATTError == nil)
        let other: any Error = NSError(domain: NSCocoaErrorDomain, code: 6)
        #expect(other as? CBError == nil)
        let remote: any Error = NSError(domain: CBATTErrorDomain, code: 131)
        #expect((remote as? CBATTError)?.code.rawValue == 131)
        var caught: NSError?
        do { throw CBError(.notConnected, userInfo: ["a": 1]) } catch let error as NSError { caught = error }
        #expect(caught?.code == 3 && caught?.userInfo["a"] as? Int == 1)
        do { throw plain } catch CBError.connectionTimeout { caught = nil }
        #expect(caught == nil)
    }

    /// In all the ways in which apps ask, `as? NSError` among them, which finds no Swift struct on Linux.
    @Test("Behaviour 5.40: a delegate gets an NSError that casts to the struct of its domain")
    func delegatesAreHandedObjects() {
        let lost: (any Error)? = PortError.connectionTimeout.appleError
        #expect((lost as? NSError)?.code == 6 && (lost as NSError?)?.domain == CBErrorDomain)
        #expect(lost is CBError && !(lost is CBATTError))
        if case CBError.connectionTimeout? = lost {} else { Issue.record("no pattern of its code") }
        let refused: any Error = PortError.att(code: 5).appleError
        switch refused {
        case is CBError: Issue.record("of the other domain")
        case let error as CBATTError: #expect(error.code == .insufficientAuthentication)
        default: Issue.record("no CBATTError")
        }
    }

    @Test func structsAreHashableByCodeAndUserInfo() {
        #expect(CBError(.notConnected) == CBError(.notConnected))
        #expect(CBError(.notConnected).hashValue == CBError(.notConnected).hashValue)
        #expect(CBError(.notConnected) != CBError(.unknown))
        let error = CBError(.notConnected, userInfo: [NSLocalizedDescriptionKey: "gone"])
        #expect(error.errorUserInfo[NSLocalizedDescriptionKey] as? String == "gone")
        #expect(error.localizedDescription == "gone" && (error as any Error).localizedDescription == "gone")
        #expect(CBError.errorDomain == CBErrorDomain && CBATTError.errorDomain == CBATTErrorDomain)
        #expect(CBError(.operationNotSupported).errorCode == 13)
    }
}
