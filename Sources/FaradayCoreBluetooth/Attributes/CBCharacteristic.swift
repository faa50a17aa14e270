import BluetoothPort
import Foundation

/// A characteristic of a peer, or the read-only face of a local one.
@available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBCharacteristic)
#endif
open class CBCharacteristic: CBAttribute {
    struct Mirror {
        weak var service: CBService?
        var value: Data?
        var properties: CBCharacteristicProperties = []
        var isNotifying = false
        var descriptors: [CBDescriptor]?
        var permissions: CBAttributePermissions = []
        var subscribedCentrals: [CBCentral]?
    }

    let mirror = Lock(Mirror())

    override init(uuid: CBUUID, identifier: AttributeIdentifier) {
        super.init(uuid: uuid, identifier: identifier)
    }

    /// The value read, notified or remembered last; replaced right before `didUpdateValueFor` (ledger
    /// 4.8, 5.2).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var value: Data? { mirror.withLock { $0.value } }

    /// What the characteristic allows.
    open var properties: CBCharacteristicProperties { mirror.withLock { $0.properties } }

    /// The descriptors discovered so far, in handle order; `nil` before any discovery.
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var descriptors: [CBDescriptor]? { mirror.withLock { $0.descriptors } }

    /// Always `false`: broadcasts of values were never supported.
    @available(iOS, introduced: 5.0, deprecated: 8.0)
    @available(macOS, introduced: 10.9, deprecated: 10.13)
    @available(macCatalyst, introduced: 13.1, deprecated: 13.1)
    @available(tvOS, introduced: 9.0)
    @available(watchOS, introduced: 2.0)
    @available(visionOS, introduced: 1.0)
    open var isBroadcasted: Bool { false }

    /// Whether this app is subscribed (ledger 5.25).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var isNotifying: Bool { mirror.withLock { $0.isNotifying } }

    /// The service that this characteristic is a part of.
    open var service: CBService? { mirror.withLock { $0.service } }

    /// A value arrived; the old one is released without the lock.
    func take(value: Data) {
        var swapped: Data? = value
        changing(.value) { mirror.withLock { swap(&$0.value, &swapped) } }
    }

    func take(isNotifying: Bool) {
        changing(.isNotifying) { mirror.withLock { $0.isNotifying = isNotifying } }
    }

    func take(descriptors: [CBDescriptor]) {
        var swapped: [CBDescriptor]? = descriptors
        changing(.descriptors) { mirror.withLock { swap(&$0.descriptors, &swapped) } }
    }

    open override var description: String {
        let properties = "0x" + String(properties.rawValue, radix: 16, uppercase: true)
        return "<\(appleHeader("CBCharacteristic")), UUID = \(uuid), properties = \(properties), "
            + "value = \(value.appleDescription), notifying = \(isNotifying ? "YES" : "NO")>"
    }
}

/// A characteristic to publish as a part of a `CBMutableService`.
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBMutableCharacteristic)
#endif
open class CBMutableCharacteristic: CBCharacteristic {
    /// Creates a characteristic; with a value it is static and read-only, without one every read and
    /// write asks the app (ledger 6.3, 6.4).
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public init(
        type UUID: CBUUID, properties: CBCharacteristicProperties, value: Data?,
        permissions: CBAttributePermissions
    ) {
        super.init(uuid: UUID, identifier: .none)
        mirror.withLock { mirror in
            mirror.properties = properties
            mirror.value = value
            mirror.permissions = permissions
        }
    }

    open override var value: Data? {
        get { super.value }
        set {
            var swapped = newValue
            mirror.withLock { swap(&$0.value, &swapped) }
        }
    }

    open override var properties: CBCharacteristicProperties {
        get { super.properties }
        set { mirror.withLock { $0.properties = newValue } }
    }

    /// The descriptors; setting them makes this characteristic their parent.
    open override var descriptors: [CBDescriptor]? {
        get { super.descriptors }
        set {
            for descriptor in newValue ?? [] {
                descriptor.mirror.withLock { $0.characteristic = self }
            }
            var swapped = newValue
            mirror.withLock { swap(&$0.descriptors, &swapped) }
        }
    }

    /// Who may read and write.
    open var permissions: CBAttributePermissions {
        get { mirror.withLock { $0.permissions } }
        set { mirror.withLock { $0.permissions = newValue } }
    }

    /// The centrals that get updates now; `nil` before the characteristic is published (ledger 6.16).
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var subscribedCentrals: [CBCentral]? { mirror.withLock { $0.subscribedCentrals } }
}
