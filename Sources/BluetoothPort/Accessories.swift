/// AccessorySetupKit as values: the requests of an app to an accessory session, and the events for the app.
///
/// Source: behaviour section 28.
public enum Accessories {
    /// A request of an app. A request with a call number ends with `.completed` and that number.
    public indirect enum Command: Hashable, Sendable {
        /// Begins the session; ends with `.activated` or `.invalidated`.
        case activate
        /// Ends the session; ends with `.invalidated`.
        case invalidate
        /// Shows the picker with these items; `nil` means those of the app's Device Discovery Extension.
        case showPicker([DisplayItem]?, PickerSettings, call: UInt32)
        /// Adds accessories that the app has accepted to the picker (filtered discovery).
        case updatePicker([DisplayItem], call: UInt32)
        /// Ends filtered discovery, if the app has added no accessory to the picker.
        case finishPickerDiscovery(call: UInt32)
        /// Ends the set-up of an accessory that waits for the app.
        case finishAuthorization(AccessoryIdentifier, AccessorySettings, call: UInt32)
        /// Gives up an accessory that waits for the app.
        case failAuthorization(AccessoryIdentifier, call: UInt32)
        /// Removes an accessory, and its bond.
        case remove(AccessoryIdentifier, call: UInt32)
        /// Asks the user for another name.
        case rename(AccessoryIdentifier, call: UInt32)
        /// Asks the user to let the accessory be used for something else.
        case updateAuthorization(AccessoryIdentifier, Descriptor, call: UInt32)
        /// Reports a misuse by the app that the façade has noticed.
        case reportMisuse(Misuse)
    }

    /// An event for the app; events are delivered in order, on the session's queue.
    public indirect enum Event: Hashable, Sendable {
        /// The session is ready; these accessories were set up before.
        case activated([Accessory])
        /// The session has ended.
        case invalidated(Failure?)
        /// Peripherals that the app knew before are accessories now; these are all accessories.
        case migrationComplete([Accessory])
        /// An accessory was set up.
        case added(Accessory)
        /// An accessory was removed.
        case removed(Accessory)
        /// An accessory has another name, or is authorised for something else.
        case changed(Accessory)
        /// Filtered discovery has found an accessory.
        case discovered(Accessory, Advertisement, rssi: Int)
        /// The picker is on the screen.
        case pickerDidPresent
        /// The picker is off the screen.
        case pickerDidDismiss
        /// The picker derives the keys of Bluetooth Classic.
        case pickerSetupBridging
        /// What the user has chosen could not be set up.
        case pickerSetupFailed(Failure)
        /// The picker pairs with the accessory.
        case pickerSetupPairing
        /// The picker asks for a name.
        case pickerSetupRename
        /// A request has ended: the completion handler is called.
        case completed(call: UInt32, Failure?)
    }

    /// An error of `ASErrorDomain`.
    public struct Failure: Hashable, Sendable {
        /// The number of the code, which is Apple's.
        public var code: Int
        /// What the system logs about it, word for word if it is known; empty if nothing is.
        public var reason: String
        public init(code: Int, reason: String = "") {
            self.code = code
            self.reason = reason
        }
    }

    /// How far an accessory is set up; raw values are Apple's.
    public enum State: Int, Hashable, Sendable {
        /// The app may not use it.
        case unauthorized = 0
        /// It waits for the app to end the set-up.
        case awaitingAuthorization = 10
        /// The app may use it.
        case authorized = 20
    }

    /// An accessory as a session reports it.
    public struct Accessory: Hashable, Sendable {
        /// Its number, which is unique on its phone.
        public var identifier: AccessoryIdentifier
        /// Whether the app may use it.
        public var state: State
        /// The identifier of its peripheral; `nil` if it has no Bluetooth.
        public var peer: PeerIdentifier?
        /// The name that the user sees.
        public var name: String
        /// The name of its Wi-Fi network.
        public var ssid: String?
        /// Its address on Bluetooth Classic, six bytes.
        public var bridgingIdentifier: [UInt8]?
        /// What it is authorised for.
        public var descriptor: Descriptor
        public init(
            identifier: AccessoryIdentifier, state: State, peer: PeerIdentifier?, name: String,
            ssid: String? = nil, bridgingIdentifier: [UInt8]? = nil, descriptor: Descriptor
        ) {
            self.identifier = identifier
            self.state = state
            self.peer = peer
            self.name = name
            self.ssid = ssid
            self.bridgingIdentifier = bridgingIdentifier
            self.descriptor = descriptor
        }
    }

    /// What an app sets when it ends the set-up of an accessory.
    public struct AccessorySettings: Hashable, Sendable {
        /// The name of the accessory's Wi-Fi network.
        public var ssid: String?
        /// The accessory's address on Bluetooth Classic, six bytes.
        public var bridgingIdentifier: [UInt8]?
        public init(ssid: String? = nil, bridgingIdentifier: [UInt8]? = nil) {
            self.ssid = ssid
            self.bridgingIdentifier = bridgingIdentifier
        }
    }
}

/// Identifies one accessory of a phone; also an accessory that filtered discovery has found.
public struct AccessoryIdentifier: Hashable, Sendable {
    /// An opaque number.
    public let rawValue: UInt64
    /// Wraps an opaque number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The connection of one accessory session to its phone. Calls may come from any thread; each returns at once.
public protocol AccessoryPort: AnyObject, Sendable {
    /// Performs `command`; its events reach the sink later, in order, never inside this call.
    func send(_ command: Accessories.Command)
    /// The session was released: no event follows.
    func close()
}

/// Receives an accessory session's events. The façade runs the app's code on the session's own queue.
public protocol AccessorySink: ManagerSink {
    /// Delivers an event. With `.waiting`, it returns when the app's code has returned.
    func receive(_ event: Accessories.Event, _ delivery: Delivery)
    /// Whether the app's code for this event runs on the main queue.
    var isAtHomeOnMainQueue: Bool { get }
}

/// A phone whose system has AccessorySetupKit, such as a simulated one.
public protocol AccessoryProvider: PortProvider {
    /// Opens a port for a new accessory session; the sink is held weakly.
    func openAccessorySession(sink: any AccessorySink) -> any AccessoryPort
}
