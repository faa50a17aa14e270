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
    /// Which of the writes of a list it is, from 0 on.
    let part: Int
    /// The inbox of the manager that delivered the request.
    let owner: Inbox<CBPeripheralManager>

    init(
        _ request: RequestIdentifier, isRead: Bool, part: Int = 0, central: CBCentral,
        characteristic: CBCharacteristic, offset: Int, value: Data?, owner: Inbox<CBPeripheralManager>
    ) {
        self.request = request
        self.part = part
        self.isRead = isRead
        self.owner = owner
        storedCentral = central
        storedCharacteristic = characteristic
        storedOffset = offset
        super.init()
        storedValue.withLock { $0 = value }
    }

    /// The central that sent the request.
    open var central: CBCentral { storedCentral }

    /// The characteristic that the central reads or writes; the app has published it.
    open var characteristic: CBCharacteristic { storedCharacteristic }

    /// The position in the value at which the bytes begin, 0…512.
    open var offset: Int { storedOffset }

    /// The bytes to write. For a read, the app sets its answer here: the value from `offset` on.
    open var value: Data? {
        get { storedValue.withLock { $0 } }
        set {
            var swapped = newValue
            storedValue.withLock { swap(&$0, &swapped) }
        }
    }
}
