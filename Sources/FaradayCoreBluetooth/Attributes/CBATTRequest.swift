import BluetoothPort
import Foundation

/// A read, or a part of a write, that a central waits for; answer it with
/// `CBPeripheralManager.respond(to:withResult:)`.
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBATTRequest)
#endif
open class CBATTRequest: NSObject {
    private let storedCentral: CBCentral
    private let storedCharacteristic: CBCharacteristic
    private let storedOffset: Int
    private let storedValue = Lock<Data?>(nil)
    let request: RequestIdentifier
    let isRead: Bool
    /// The inbox of the manager that handed it out.
    let owner: Inbox<CBPeripheralManager>

    init(
        _ request: RequestIdentifier, isRead: Bool, central: CBCentral, characteristic: CBCharacteristic,
        offset: Int, value: Data?, owner: Inbox<CBPeripheralManager>
    ) {
        self.request = request
        self.isRead = isRead
        self.owner = owner
        storedCentral = central
        storedCharacteristic = characteristic
        storedOffset = offset
        super.init()
        storedValue.withLock { $0 = value }
    }

    /// The central that asks.
    open var central: CBCentral { storedCentral }

    /// The characteristic that it reads or writes, one of those that the app published.
    open var characteristic: CBCharacteristic { storedCharacteristic }

    /// Where in the value the bytes begin, 0…512.
    open var offset: Int { storedOffset }

    /// The bytes to be written. For a read the app puts its answer here: the value from `offset` on.
    open var value: Data? {
        get { storedValue.withLock { $0 } }
        set {
            var swapped = newValue
            storedValue.withLock { swap(&$0, &swapped) }
        }
    }
}
