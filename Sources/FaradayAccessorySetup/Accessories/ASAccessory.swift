import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// An accessory that the user has set up for this app.
///
/// A session has one object for each accessory; the object changes before the event that says so.
@available(iOS 18.0, macCatalyst 18.0, *)
#if canImport(Darwin)
@objc(FASAccessory)
#endif
open class ASAccessory: NSObject, @unchecked Sendable {
    /// The number of a device on Wi-Fi Aware.
    @available(iOS 26.0, macCatalyst 26.0, *)
    public typealias WiFiAwarePairedDeviceID = UInt64

    /// How far an accessory is set up.
    public enum AccessoryState: Int, Sendable {
        /// The app may not use it.
        case unauthorized = 0
        /// It waits until the app calls `finishAuthorization(for:settings:)`.
        case awaitingAuthorization = 10
        /// The app may use it.
        case authorized = 20
    }

    /// What `renameAccessory(_:options:)` renames beside the display name.
    public struct RenameOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The name of the Wi-Fi network too.
        public static let ssid = RenameOptions(rawValue: 1 << 0)
    }

    /// What can be done with an accessory.
    public struct SupportOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The picker pairs with it over Bluetooth LE.
        public static let bluetoothPairingLE = SupportOptions(rawValue: 1 << 1)
        /// Pairing over Bluetooth LE also gives the keys of Bluetooth Classic.
        public static let bluetoothTransportBridging = SupportOptions(rawValue: 1 << 2)
        /// It is a keyboard, a mouse or the like.
        @available(iOS 18.4, macCatalyst 18.4, *)
        public static let bluetoothHID = SupportOptions(rawValue: 1 << 3)
    }

    private let contents: Lock<Accessories.Accessory>

    init(_ accessory: Accessories.Accessory) {
        contents = Lock(accessory)
        super.init()
    }

    var value: Accessories.Accessory { contents.withLock { $0 } }

    func update(_ accessory: Accessories.Accessory) { contents.withLock { $0 = accessory } }

    /// How far it is set up.
    open var state: AccessoryState { AccessoryState(rawValue: value.state.rawValue) ?? .unauthorized }

    /// The identifier of its `CBPeripheral` (behaviour 28.24); `nil` if it has no Bluetooth.
    open var bluetoothIdentifier: UUID? { value.peer.map { UUID($0) } }

    /// The name that the user sees.
    open var displayName: String { value.name }

    /// The name of its Wi-Fi network.
    open var ssid: String? { value.ssid }

    /// What it is authorised for; a copy.
    open var descriptor: ASDiscoveryDescriptor { ASDiscoveryDescriptor(value.descriptor) }

    /// Its address on Bluetooth Classic, 6 bytes, if pairing gave the keys for that (behaviour 28.10).
    open var bluetoothTransportBridgingIdentifier: Data? { value.bridgingIdentifier.map { Data($0) } }

    /// Its number on Wi-Fi Aware; simulated phones have none, so it is 0.
    @available(iOS 26.0, macCatalyst 26.0, *)
    open var wifiAwarePairedDeviceID: WiFiAwarePairedDeviceID { 0 }
}

/// An accessory that the picker has found, and that the app may show in the picker (behaviour 28.11).
@available(iOS 26.1, macCatalyst 26.1, *)
#if canImport(Darwin)
@objc(FASDiscoveredAccessory)
#endif
open class ASDiscoveredAccessory: ASAccessory, @unchecked Sendable {
    private let advertisement: Advertisement
    private let rssi: Int

    init(_ accessory: Accessories.Accessory, _ advertisement: Advertisement, rssi: Int) {
        self.advertisement = advertisement
        self.rssi = rssi
        super.init(accessory)
    }

    /// The advertising data, under the keys of `CBCentralManagerDelegate`.
    open var bluetoothAdvertisementData: [AnyHashable: Any]? { advertisement.dictionary }

    /// The strength of the signal in dBm.
    open var bluetoothRSSI: NSNumber? { NSNumber(value: rssi) }
}

/// What an app sets when it ends the set-up of an accessory.
@available(iOS 18.0, macCatalyst 18.0, *)
#if canImport(Darwin)
@objc(FASAccessorySettings)
#endif
open class ASAccessorySettings: NSObject {
    private let contents = Lock(Accessories.AccessorySettings())

    /// New settings in which nothing is set.
    open class var `default`: ASAccessorySettings { ASAccessorySettings() }

    var value: Accessories.AccessorySettings { contents.withLock { $0 } }

    /// The name of the accessory's Wi-Fi network.
    open var ssid: String? {
        get { value.ssid }
        set { contents.withLock { $0.ssid = newValue } }
    }

    /// The accessory's address on Bluetooth Classic, 6 bytes; refused if the picker has derived its keys.
    open var bluetoothTransportBridgingIdentifier: Data? {
        get { value.bridgingIdentifier.map { Data($0) } }
        set { contents.withLock { $0.bridgingIdentifier = newValue?.byteArray } }
    }
}
