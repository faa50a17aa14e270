import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// What apps cast errors to: whatever way an error of a callback goes through an app, its code arrives.
///
/// On Linux an optional `NSError` that is cast to `AnyObject` is no object any more, so delegates are handed structures.
@Suite struct ErrorCastTests {
    /// A way through an app; answers the code that arrives.
    struct Way: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: @Sendable ((any Error)?) -> Int?

        init(_ name: String, _ code: @escaping @Sendable ((any Error)?) -> Int?) {
            (testDescription, self.code) = (name, code)
        }
    }

    /// Through a dictionary, as notifications have them.
    private static func sent(_ value: Any?) -> Any? {
        let note = Notification(
            name: Notification.Name("lost"), object: nil, userInfo: ["error": value as Any])
        return note.userInfo?["error"]
    }

    private static func local(_ value: Any?) -> Int? { (value as? CBError)?.code.rawValue }
    private static func remote(_ value: Any?) -> Int? { (value as? CBATTError)?.code.rawValue }

    /// Ways on which the error stays one of Core Bluetooth's.
    private static func ways(_ code: @escaping @Sendable (Any?) -> Int?) -> [Way] {
        [
            Way("as?") { code($0) },
            Way("unwrapped, as AnyObject") { $0.flatMap { code($0 as AnyObject) } },
            Way("as AnyObject") { code($0 as AnyObject) },
            Way("as AnyObject as? Error") { code(($0 as AnyObject) as? any Error) },
            Way("as AnyObject as? NSError") { code(($0 as AnyObject) as? NSError) },
            Way("as? NSError") { code($0 as? NSError) },
            Way("as NSError?") { code($0 as NSError?) },
            Way("in a notification") { code(sent($0)) },
            Way("in a notification, as AnyObject") { code(sent($0 as AnyObject)) },
            Way("in a notification, unwrapped, as AnyObject") { error in
                error.flatMap { code(sent($0 as AnyObject)) }
            },
            Way("in a notification, as NSError") { error in error.flatMap { code(sent($0 as NSError)) } },
            Way("in a Result") { error in
                error.flatMap { error in
                    let result = Result<Int, any Error>.failure(error)
                    guard case .failure(let same) = result else { return nil }
                    return code(same)
                }
            },
            Way("thrown") { error in
                guard let error else { return nil }
                do { throw error } catch { return code(error) }
            },
            Way("as the underlying error of another") { error in
                guard let error else { return nil }
                let outer: any Error = NSError(
                    domain: "app", code: 1, userInfo: [NSUnderlyingErrorKey: error])
                return code((outer as NSError).userInfo[NSUnderlyingErrorKey])
            },
        ]
    }

    /// Ways on which all that is asked is an `NSError`'s.
    private static let objects = [
        Way("as NSError") { error in error.map { ($0 as NSError).code } },
        Way("as? NSError") { ($0 as? NSError)?.code },
        Way("as AnyObject as? NSError") { (($0 as AnyObject) as? NSError)?.code },
        Way("in a notification as? NSError") { (sent($0 as AnyObject) as? NSError)?.code },
        Way("as? CustomNSError") { ($0 as? any CustomNSError)?.errorCode },
    ]

    @Test(arguments: ways(local)) func aLocalErrorArrives(way: Way) {
        #expect(way.code(PortError.connectionTimeout.appleError) == 6)
        #expect(way.code(PortError.att(code: 5).appleError) == nil, "it is none")
        #expect(way.code(nil) == nil)
    }

    @Test(arguments: ways(remote)) func aRemoteErrorArrives(way: Way) {
        #expect(way.code(PortError.att(code: 5).appleError) == 5)
        #expect(way.code(PortError.connectionTimeout.appleError) == nil, "it is none")
        #expect(way.code(nil) == nil)
    }

    @Test(arguments: objects) func anObjectArrives(way: Way) {
        #expect(way.code(PortError.connectionTimeout.appleError) == 6)
        #expect(way.code(PortError.att(code: 131).appleError) == 131)
    }

    @Test func domainTextAndUserInfoArrive() throws {
        let error: (any Error)? = PortError.connectionTimeout.appleError
        let object = try #require((error as AnyObject) as? NSError)
        #expect(object.domain == CBErrorDomain)
        #expect(object.localizedDescription == "The connection has timed out unexpectedly.")
        #expect(object.userInfo[NSLocalizedDescriptionKey] != nil)
        #expect("\(try #require(error))".hasPrefix("Error Domain=CBErrorDomain Code=6"))
    }

    @Test func anErrorOfTheAppsOwnDomainsIsHandedOutAsAStructure() throws {
        let plain = NSError(domain: CBErrorDomain, code: 7, userInfo: ["a": 1])
        let handed: (any Error)? = CBError.bridged(plain)
        #expect(((handed as AnyObject) as? CBError)?.code == .peripheralDisconnected)
        #expect((handed as NSError?)?.userInfo["a"] as? Int == 1)
        let refused: (any Error)? = CBError.bridged(NSError(domain: CBATTErrorDomain, code: 2))
        #expect(((refused as AnyObject) as? CBATTError)?.code == .readNotPermitted)
        let other = NSError(domain: "own", code: 1)
        #expect(CBError.bridged(other) as NSError === other)
    }
}
