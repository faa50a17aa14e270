import BluetoothPort
import Foundation

/// A service of a peer, or the read-only face of a local one.
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

    /// Whether the service stands for itself, not only as a part of others.
    open var isPrimary: Bool { storedIsPrimary }

    /// The included services discovered so far; `nil` before any discovery.
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var includedServices: [CBService]? { mirror.withLock { $0.includedServices } }

    /// The characteristics discovered so far, in handle order; `nil` before any discovery.
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var characteristics: [CBCharacteristic]? { mirror.withLock { $0.characteristics } }

    /// The peer; `nil` for a local service.
    open var peripheral: CBPeripheral? { mirror.withLock { $0.peripheral } }

    func take(includedServices: [CBService]) {
        var swapped: [CBService]? = includedServices
        changing(.includedServices) { mirror.withLock { swap(&$0.includedServices, &swapped) } }
    }

    func take(characteristics: [CBCharacteristic]) {
        var swapped: [CBCharacteristic]? = characteristics
        changing(.characteristics) { mirror.withLock { swap(&$0.characteristics, &swapped) } }
    }

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
    /// Creates a service without characteristics.
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public init(type UUID: CBUUID, primary isPrimary: Bool) {
        super.init(uuid: UUID, isPrimary: isPrimary)
    }

    /// Services that this one includes; they are published first.
    open override var includedServices: [CBService]? {
        get { super.includedServices }
        set {
            var swapped = newValue
            mirror.withLock { swap(&$0.includedServices, &swapped) }
        }
    }

    /// The characteristics; setting them makes this service their parent.
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
