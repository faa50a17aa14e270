import BluetoothPort
import Foundation

/// A characteristic of a peer, or the read-only superclass of a local one.
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

    /// The last value that was read or notified, or a value that the phone remembers. It changes right before
    /// `peripheral(_:didUpdateValueFor:error:)` (behaviours 4.8 and 5.2).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var value: Data? { mirror.withLock { $0.value } }

    /// The operations that the characteristic allows, from its declaration.
    open var properties: CBCharacteristicProperties { mirror.withLock { $0.properties } }

    /// The descriptors that were discovered, in the order of their handles; `nil` before a discovery.
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var descriptors: [CBDescriptor]? { mirror.withLock { $0.descriptors } }

    /// Always `false`: CoreBluetooth does not broadcast values.
    @available(iOS, introduced: 5.0, deprecated: 8.0)
    @available(macOS, introduced: 10.9, deprecated: 10.13)
    @available(macCatalyst, introduced: 13.1, deprecated: 13.1)
    @available(tvOS, introduced: 9.0)
    @available(watchOS, introduced: 2.0)
    @available(visionOS, introduced: 1.0)
    open var isBroadcasted: Bool { false }

    /// Whether this app is subscribed; subscriptions of other apps do not count (behaviour 5.25).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var isNotifying: Bool { mirror.withLock { $0.isNotifying } }

    /// The service that contains the characteristic; `nil` when the service was released.
    open var service: CBService? { mirror.withLock { $0.service } }

    /// Stores a value that arrived; the old one is released outside the lock.
    func take(value: consuming Data) {
        var swapped: Data? = consume value
        changing(.value) { mirror.withLock { swap(&$0.value, &swapped) } }
    }

    func take(isNotifying: Bool) {
        changing(.isNotifying) { mirror.withLock { $0.isNotifying = isNotifying } }
    }

    func take(descriptors: [CBDescriptor]) {
        var swapped: [CBDescriptor]? = descriptors
        changing(.descriptors) { mirror.withLock { swap(&$0.descriptors, &swapped) } }
    }

    /// The characteristic as Apple's class prints it: type, properties, value, subscription.
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
    /// Creates a characteristic to publish.
    ///
    /// - Parameters:
    ///   - UUID: The type of the characteristic.
    ///   - properties: The operations that the declaration shows to centrals.
    ///   - value: A value that never changes. The phone then answers reads itself, and Apple's framework throws an
    ///     exception if properties or permissions allow writing. With `nil`, every read and write is a request to the
    ///     app (behaviours 6.3 and 6.4).
    ///   - permissions: What centrals may do with it.
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

    /// The descriptors, `CBMutableDescriptor` objects; setting them makes this characteristic their parent.
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

    /// What centrals may do with it.
    open var permissions: CBAttributePermissions {
        get { mirror.withLock { $0.permissions } }
        set { mirror.withLock { $0.permissions = newValue } }
    }

    /// The centrals that are subscribed now; `nil` before the characteristic is published (behaviour 6.16).
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var subscribedCentrals: [CBCentral]? { mirror.withLock { $0.subscribedCentrals } }
}
