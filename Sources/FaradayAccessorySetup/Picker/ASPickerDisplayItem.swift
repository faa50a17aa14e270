import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// What the picker shows for a kind of accessory.
@available(iOS 18.0, macCatalyst 18.0, *)
#if canImport(Darwin)
@objc(FASPickerDisplayItem)
#endif
open class ASPickerDisplayItem: NSObject, @unchecked Sendable {
    /// How the picker sets an accessory up.
    public struct SetupOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The picker asks for a name.
        public static let rename = SetupOptions(rawValue: 1 << 0)
        /// The accessory is `awaitingAuthorization` until the app calls `finishAuthorization(for:settings:)` or
        /// `failAuthorization(for:)` (behaviour 28.9).
        public static let confirmAuthorization = SetupOptions(rawValue: 1 << 1)
        /// The picker asks the user to go on in the app; the accessory is authorised at once (behaviour 28.14).
        public static let finishInApp = SetupOptions(rawValue: 1 << 2)
    }

    private struct Options {
        var rename: ASAccessory.RenameOptions = []
        var setup: SetupOptions = []
    }

    /// The name that the picker shows.
    public let name: String
    /// The picture that the picker shows.
    public let productImage: UIImage
    /// What the accessory looks like.
    public let descriptor: ASDiscoveryDescriptor
    private let options = Lock(Options())

    public init(name: String, productImage: UIImage, descriptor: ASDiscoveryDescriptor) {
        self.name = name
        self.productImage = productImage
        self.descriptor = descriptor
        super.init()
    }

    /// What the picker renames beside the display name.
    open var renameOptions: ASAccessory.RenameOptions {
        get { options.withLock { $0.rename } }
        set { options.withLock { $0.rename = newValue } }
    }

    /// How the picker sets the accessory up.
    open var setupOptions: SetupOptions {
        get { options.withLock { $0.setup } }
        set { options.withLock { $0.setup = newValue } }
    }

    var value: Accessories.DisplayItem {
        Accessories.DisplayItem(
            name: name, descriptor: descriptor.value,
            setupOptions: Accessories.SetupOptions(rawValue: setupOptions.rawValue))
    }
}

/// A peripheral or a network that the app knew before it used AccessorySetupKit (behaviour 28.18).
@available(iOS 18.0, macCatalyst 18.0, *)
#if canImport(Darwin)
@objc(FASMigrationDisplayItem)
#endif
open class ASMigrationDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
    private struct Known {
        var value = Accessories.Migration()
        var aware: UInt64 = 0
    }

    private let known = Lock(Known())

    /// The identifier of the `CBPeripheral`.
    open var peripheralIdentifier: UUID? {
        get { known.withLock { $0.value.peer }.map { UUID($0) } }
        set { known.withLock { $0.value.peer = newValue.map { PeerIdentifier($0) } } }
    }

    /// The name of the Wi-Fi network.
    open var hotspotSSID: String? {
        get { known.withLock { $0.value.ssid } }
        set { known.withLock { $0.value.ssid = newValue } }
    }

    /// The number on Wi-Fi Aware; simulated phones migrate nothing by it.
    @available(iOS 26.1, macCatalyst 26.1, *)
    open var wifiAwarePairedDeviceID: ASAccessory.WiFiAwarePairedDeviceID {
        get { known.withLock { $0.aware } }
        set { known.withLock { $0.aware = newValue } }
    }

    override var value: Accessories.DisplayItem {
        var item = super.value
        item.migration = known.withLock { $0.value }
        return item
    }
}

/// An accessory that filtered discovery has found, as the picker shows it (behaviour 28.11).
@available(iOS 26.1, macCatalyst 26.1, *)
#if canImport(Darwin)
@objc(FASDiscoveredDisplayItem)
#endif
open class ASDiscoveredDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
    private let found: AccessoryIdentifier

    /// Creates an item for a found accessory.
    public init(name: String, productImage: UIImage, accessory: ASDiscoveredAccessory) {
        found = accessory.value.identifier
        super.init(name: name, productImage: productImage, descriptor: accessory.descriptor)
    }

    override var value: Accessories.DisplayItem {
        var item = super.value
        item.found = found
        return item
    }
}
