import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// A company's number in manufacturer data, as the Bluetooth SIG assigns it.
@available(iOS 18.0, macCatalyst 18.0, *)
public struct ASBluetoothCompanyIdentifier: RawRepresentable, Hashable, Sendable {
    /// The assigned number.
    public var rawValue: UInt16
    /// Wraps an assigned number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Wraps an assigned number.
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }
}

/// What an accessory looks like to the picker; all that is set must be true of it (behaviour 28.4).
///
/// ```swift
/// let descriptor = ASDiscoveryDescriptor()
/// descriptor.bluetoothServiceUUID = CBUUID(string: "180D")
/// descriptor.supportedOptions = .bluetoothPairingLE
/// ```
@available(iOS 18.0, macCatalyst 18.0, *)
#if canImport(Darwin)
@objc(FASDiscoveryDescriptor)
#endif
open class ASDiscoveryDescriptor: NSObject, @unchecked Sendable {
    /// How far away an accessory may be.
    public enum Range: Int, Sendable {
        /// Anywhere the phone can hear it.
        case `default` = 0
        /// Close to the phone.
        case immediate = 10
    }

    /// What the phone does with a service on Wi-Fi Aware.
    @available(iOS 26.0, macCatalyst 26.0, *)
    public enum WiFiAwareServiceRole: Int, Sendable {
        /// It uses the service.
        case subscriber = 10
        /// It offers the service.
        case publisher = 20
    }

    private let contents: Lock<Accessories.Descriptor>

    /// Creates a descriptor of nothing.
    public override init() {
        contents = Lock(Accessories.Descriptor())
        super.init()
    }

    init(_ descriptor: Accessories.Descriptor) {
        contents = Lock(descriptor)
        super.init()
    }

    var value: Accessories.Descriptor { contents.withLock { $0 } }

    private func get<Value>(_ body: (Accessories.Descriptor) -> Value) -> Value {
        contents.withLock { body($0) }
    }
    private func set(_ body: (inout Accessories.Descriptor) -> Void) { contents.withLock { body(&$0) } }

    /// What can be done with the accessory.
    open var supportedOptions: ASAccessory.SupportOptions {
        get { ASAccessory.SupportOptions(rawValue: get { $0.supportedOptions.rawValue }) }
        set { set { $0.supportedOptions = Accessories.SupportOptions(rawValue: newValue.rawValue) } }
    }

    /// The company of the accessory's manufacturer data; 0 means any.
    open var bluetoothCompanyIdentifier: ASBluetoothCompanyIdentifier {
        get { ASBluetoothCompanyIdentifier(get { $0.company }) }
        set { set { $0.company = newValue.rawValue } }
    }

    /// The beginning of the manufacturer data after the company identifier; needs that identifier, and the bits that the
    /// mask hides must be zero.
    open var bluetoothManufacturerDataBlob: Data? {
        get { get { $0.manufacturerBlob }.map { Data($0) } }
        set { set { $0.manufacturerBlob = newValue?.byteArray } }
    }

    /// The bits of the manufacturer data that count; as long as the blob.
    open var bluetoothManufacturerDataMask: Data? {
        get { get { $0.manufacturerMask }.map { Data($0) } }
        set { set { $0.manufacturerMask = newValue?.byteArray } }
    }

    /// A part of the accessory's name; needs a company identifier or a service beside it.
    open var bluetoothNameSubstring: String? {
        get { get { $0.nameSubstring } }
        set { set { $0.nameSubstring = newValue } }
    }

    /// How the part of the name is compared.
    @available(iOS 18.2, macCatalyst 18.2, *)
    open var bluetoothNameSubstringCompareOptions: NSString.CompareOptions {
        get { NSString.CompareOptions(rawValue: get { $0.nameCompareOptions.rawValue }) }
        set { set { $0.nameCompareOptions = .init(rawValue: newValue.rawValue) } }
    }

    /// How far away the accessory may be.
    open var bluetoothRange: Range {
        get { get { $0.isImmediate } ? .immediate : .default }
        set { set { $0.isImmediate = newValue == .immediate } }
    }

    /// The beginning of the data of `bluetoothServiceUUID` in the advertisement; the bits that the mask hides must be zero.
    open var bluetoothServiceDataBlob: Data? {
        get { get { $0.serviceBlob }.map { Data($0) } }
        set { set { $0.serviceBlob = newValue?.byteArray } }
    }

    /// The bits of the service data that count; as long as the blob.
    open var bluetoothServiceDataMask: Data? {
        get { get { $0.serviceMask }.map { Data($0) } }
        set { set { $0.serviceMask = newValue?.byteArray } }
    }

    /// A service that the accessory advertises.
    open var bluetoothServiceUUID: CBUUID? {
        get { get { $0.service }.map { CBUUID(portValue: $0) } }
        set { set { $0.service = newValue?.portValue } }
    }

    /// The name of the accessory's Wi-Fi network; not together with `ssidPrefix`.
    open var ssid: String? {
        get { get { $0.ssid } }
        set { set { $0.ssid = newValue } }
    }

    /// The beginning of the name of the accessory's Wi-Fi network.
    open var ssidPrefix: String? {
        get { get { $0.ssidPrefix } }
        set { set { $0.ssidPrefix = newValue } }
    }
}

@available(iOS 26.0, macCatalyst 26.0, *)
extension ASDiscoveryDescriptor {
    /// The accessory's service on Wi-Fi Aware. Simulated phones have no Wi-Fi and find nothing by it.
    public var wifiAwareServiceName: String? {
        get { value.wifiAware?.serviceName }
        set { setAware { $0.serviceName = newValue } }
    }

    /// What the phone does with that service.
    public var wifiAwareServiceRole: WiFiAwareServiceRole {
        get { WiFiAwareServiceRole(rawValue: value.wifiAware?.role ?? 10) ?? .subscriber }
        set { setAware { $0.role = newValue.rawValue } }
    }

    /// The model to look for on Wi-Fi Aware.
    public var wifiAwareModelNameMatch: ASPropertyCompareString? {
        get { value.wifiAware?.model.map { ASPropertyCompareString($0) } }
        set { setAware { $0.model = newValue?.comparison } }
    }

    /// The vendor to look for on Wi-Fi Aware.
    public var wifiAwareVendorNameMatch: ASPropertyCompareString? {
        get { value.wifiAware?.vendor.map { ASPropertyCompareString($0) } }
        set { setAware { $0.vendor = newValue?.comparison } }
    }

    private func setAware(_ body: (inout Accessories.WiFiAware) -> Void) {
        contents.withLock { descriptor in
            var aware = descriptor.wifiAware ?? Accessories.WiFiAware()
            body(&aware)
            descriptor.wifiAware = aware
        }
    }
}
