import Foundation

/// What has happened to a session, its accessories or the picker; raw values are Apple's.
@available(iOS 18.0, macCatalyst 18.0, *)
#if canImport(Darwin)
@objc(FASAccessoryEventType)
#endif
@nonexhaustive(warn)
public enum ASAccessoryEventType: Int, Sendable {
    /// Something that has no number.
    case unknown = 0
    /// The session is ready, and knows its accessories.
    case activated = 10
    /// The session has ended.
    case invalidated = 11
    /// Peripherals that the app knew before are accessories now.
    case migrationComplete = 20
    /// An accessory was set up.
    case accessoryAdded = 30
    /// An accessory was removed.
    case accessoryRemoved = 31
    /// An accessory has another name, or is authorised for something else.
    case accessoryChanged = 32
    /// Filtered discovery has found an accessory.
    case accessoryDiscovered = 33
    /// The picker is on the screen.
    case pickerDidPresent = 40
    /// The picker is off the screen.
    case pickerDidDismiss = 50
    /// The picker derives the keys of Bluetooth Classic.
    case pickerSetupBridging = 60
    /// What the user has chosen could not be set up.
    case pickerSetupFailed = 70
    /// The picker pairs with the accessory.
    case pickerSetupPairing = 80
    /// The picker asks for a name.
    case pickerSetupRename = 90
}

/// An event of a session.
@available(iOS 18.0, macCatalyst 18.0, *)
#if canImport(Darwin)
@objc(FASAccessoryEvent)
#endif
open class ASAccessoryEvent: NSObject {
    /// What has happened.
    public let eventType: ASAccessoryEventType
    /// The accessory that it is about, if it is about one.
    public let accessory: ASAccessory?
    /// Why it has happened, if it is a failure.
    public let error: (any Error)?

    init(_ type: ASAccessoryEventType, accessory: ASAccessory? = nil, error: (any Error)? = nil) {
        eventType = type
        self.accessory = accessory
        self.error = error
        super.init()
    }
}
