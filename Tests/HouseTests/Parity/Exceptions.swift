/// What differs from Apple's interface, and why; each is a line of `Documentation/CoreBluetoothParity.md`.
enum Exceptions {
    /// Rows that cannot exist everywhere.
    static let absent: [String: String] = {
        #if canImport(Darwin)
        [:]
        #else
        ["CBUUID.init(cfuuid:)": "`CFUUID` exists on Apple platforms only, and so does this initialiser"]
        #endif
    }()

    /// Rows that a symbol graph does not print; `ParityTests` uses them instead.
    static let unprinted: [String: String] = [
        "CBError.init(_nsError:)": "begins with an underscore: proven by use",
        "CBATTError.init(_nsError:)": "begins with an underscore: proven by use",
        "CBError.Code._ErrorType": "begins with an underscore: proven by use",
        "CBATTError.Code._ErrorType": "begins with an underscore: proven by use",
    ]

    /// Requirements that are left out by conditional compilation where Apple's are unavailable.
    static let leftOut: [String: Set<String>] = [
        "CBCentralManagerDelegate.centralManager(_:connectionEventDidOccur:for:)": ["macOS"],
        "CBCentralManagerDelegate.centralManager(_:didUpdateANCSAuthorizationFor:)": ["macOS"],
        "CBPeripheralDelegate.peripheral(_:didReceive:error:)": allButPhones,
        "CBPeripheralDelegate.peripheral(_:didCompleteChannelSoundingSession:)": allButPhones,
        "CBMPeripheral.startChannelSoundingSession(_:)": allButPhones,
        "CBMPeripheral.cancelChannelSoundingSession()": allButPhones,
        "CBMPeripheralDelegate.peripheral(_:didReceive:error:)": allButPhones,
        "CBMPeripheralDelegate.peripheral(_:didCompleteChannelSoundingSession:)": allButPhones,
    ]

    private static let allButPhones: Set<String> = ["macOS", "tvOS", "watchOS", "visionOS"]

    /// Rows whose availability cannot be Apple's to the letter.
    static let notes: [String: String] = [
        "CBPeer.identifier":
            "in Apple's header older than its class (iOS 7.0); Swift does not allow that, so it is as old as the class",
        "CBCentralManagerDelegate.centralManager(_:connectionEventDidOccur:for:)": leftOutNote,
        "CBCentralManagerDelegate.centralManager(_:didUpdateANCSAuthorizationFor:)": leftOutNote,
        "CBPeripheralDelegate.peripheral(_:didReceive:error:)": phonesOnlyNote,
        "CBPeripheralDelegate.peripheral(_:didCompleteChannelSoundingSession:)": phonesOnlyNote,
    ]

    private static let leftOutNote =
        "not compiled on macOS, since only requirements of `@objc` protocols can be unavailable"

    private static let phonesOnlyNote =
        "compiled for iOS and Mac Catalyst only among Apple's platforms, for the same reason"

    /// Public names beyond Apple's.
    static let extras: [String: String] = [
        "CBCentralManager.init(delegate:queue:options:provider:)": "makes a manager of the given phone",
        "CBPeripheralManager.init(delegate:queue:options:provider:)":
            "makes a manager of the given phone",
        "CFAbsoluteTime": "Foundation has it on Apple platforms only",
        "CFAbsoluteTimeGetCurrent()": "Foundation has it on Apple platforms only",
        "CBCentralManagerDelegate.centralManager": optionalCallNote,
        "CBPeripheralDelegate.peripheral": optionalCallNote,
        "CBPeripheralDelegate.peripheralDidUpdateName": optionalCallNote,
        "CBPeripheralDelegate.peripheralDidUpdateRSSI": optionalCallNote,
        "CBPeripheralDelegate.peripheralIsReady": optionalCallNote,
        "CBPeripheralManagerDelegate.peripheralManager": optionalCallNote,
        "CBPeripheralManagerDelegate.peripheralManagerDidStartAdvertising": optionalCallNote,
        "CBPeripheralManagerDelegate.peripheralManagerIsReady": optionalCallNote,
    ]

    private static let optionalCallNote =
        "makes optional calls with `?` compile; a delegate's own property of this name has precedence"

    /// Differences that concern many rows.
    static let general = [
        "The classes are Swift classes of `NSObject`: off Apple's platforms there is no Objective-C, so no "
            + "selectors and no key-value observing.",
        "Apple's optional requirements are requirements with an empty body in an extension. Optional calls, "
            + "`delegate?.peripheral?(peripheral, didReadRSSI: rssi, error: nil)`, compile too; they are never `nil`.",
        "The class that conforms to a delegate protocol decides which of its methods are found: a method that only a "
            + "subclass has, and that overrides nothing, is found by Objective-C and not here.",
        "`weak` is not a part of a computed property's declaration. Tests release delegates and parents to show that "
            + "they are held weakly.",
        "Names without an availability annotation in Apple's header have none here: they are always available.",
        "Codes of `CBATTError.Code` beyond Apple's names are values, as in Apple's open enum: `Code(rawValue: 131)`.",
    ]
}
