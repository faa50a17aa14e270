import BluetoothPort
import Foundation

/// A central that has read, written or subscribed here; no callback reports that a central has connected (behaviour
/// 6.14).
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBCentral)
#endif
open class CBCentral: CBPeer {
    private let storedLength: Lock<Int>
    private let table: WeakTable<CBCentral>

    init(_ subscriber: Peripheral.Subscriber, table: WeakTable<CBCentral>) {
        storedLength = Lock(subscriber.maximumUpdateLength)
        self.table = table
        super.init(peer: subscriber.identifier)
    }

    deinit { table.forget(peer) }

    /// The maximum number of bytes in one update: ATT_MTU − 3 (behaviour 6.18).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var maximumUpdateValueLength: Int { storedLength.withLock { $0 } }

    func update(_ subscriber: Peripheral.Subscriber) {
        guard maximumUpdateValueLength != subscriber.maximumUpdateLength else { return }
        changing(.maximumUpdateValueLength) {
            storedLength.withLock { $0 = subscriber.maximumUpdateLength }
        }
    }

    /// The central as Apple's class prints it: its identifier.
    open override var description: String {
        "<\(appleHeader("CBCentral")), identifier = \(identifier.uuidString)>"
    }
}
