import BluetoothPort
import Foundation

/// A read or a part of a write that waits for the app's answer.
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

    /// Who asks.
    open var central: CBCentral { storedCentral }

    /// What is read or written.
    open var characteristic: CBCharacteristic { storedCharacteristic }

    /// Where the bytes begin in the value.
    open var offset: Int { storedOffset }

    /// The bytes written; for a read, the app puts the answer here, from `offset` on.
    open var value: Data? {
        get { storedValue.withLock { $0 } }
        set {
            var swapped = newValue
            storedValue.withLock { swap(&$0, &swapped) }
        }
    }
}
