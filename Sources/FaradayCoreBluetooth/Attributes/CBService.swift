import BluetoothPort
import Foundation

/// A service of a peer, or the read-only superclass of a local one.
///
/// A peer's service lives as long as the connection that discovered it.
@available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBService)
#endif
open class CBService: CBAttribute {
    struct Mirror {
        weak var peripheral: CBPeripheral?
        var includedServices: [CBService]?
        var characteristics: [CBCharacteristic]?
    }

    let mirror = Lock(Mirror())
    private let storedIsPrimary: Bool

    init(uuid: CBUUID, isPrimary: Bool, identifier: AttributeIdentifier = .none) {
        storedIsPrimary = isPrimary
        super.init(uuid: uuid, identifier: identifier)
    }

    /// Whether the service is primary; a secondary service is found only as an included service of another one.
    open var isPrimary: Bool { storedIsPrimary }

    /// The included services that were discovered; `nil` before a discovery.
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var includedServices: [CBService]? { mirror.withLock { $0.includedServices } }

    /// The characteristics that were discovered, in the order of their handles; `nil` before a discovery.
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var characteristics: [CBCharacteristic]? { mirror.withLock { $0.characteristics } }

    /// The peer that has the service; `nil` for a local service, or when the peripheral was released.
    open var peripheral: CBPeripheral? { mirror.withLock { $0.peripheral } }

    func take(includedServices: [CBService]) {
        var swapped: [CBService]? = includedServices
        changing(.includedServices) { mirror.withLock { swap(&$0.includedServices, &swapped) } }
    }

    func take(characteristics: [CBCharacteristic]) {
        var swapped: [CBCharacteristic]? = characteristics
        changing(.characteristics) { mirror.withLock { swap(&$0.characteristics, &swapped) } }
    }

    /// The service as Apple's class prints it: whether it is primary, and its type.
    open override var description: String {
        "<\(appleHeader("CBService")), isPrimary = \(isPrimary ? "YES" : "NO"), UUID = \(uuid)>"
    }
}

/// A service to publish with `CBPeripheralManager.add(_:)`.
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBMutableService)
#endif
open class CBMutableService: CBService {
    /// Creates a service to publish, without characteristics.
    ///
    /// - Parameters:
    ///   - UUID: The type of the service.
    ///   - isPrimary: Whether centrals find it by service discovery; otherwise they find it only as an included service
    ///     of another one.
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public init(type UUID: CBUUID, primary isPrimary: Bool) {
        super.init(uuid: UUID, isPrimary: isPrimary)
    }

    /// The services that this one includes; publish them before it (behaviour 6.1).
    open override var includedServices: [CBService]? {
        get { super.includedServices }
        set {
            var swapped = newValue
            mirror.withLock { swap(&$0.includedServices, &swapped) }
        }
    }

    /// The characteristics, `CBMutableCharacteristic` objects; setting them makes this service their parent.
    open override var characteristics: [CBCharacteristic]? {
        get { super.characteristics }
        set {
            for characteristic in newValue ?? [] {
                characteristic.mirror.withLock { $0.service = self }
            }
            var swapped = newValue
            mirror.withLock { swap(&$0.characteristics, &swapped) }
        }
    }
}
