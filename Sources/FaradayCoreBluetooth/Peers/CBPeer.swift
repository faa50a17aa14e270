import BluetoothPort
import Foundation

/// What peripherals and centrals have in common: the identifier that the phone has given them (behaviour 3.33).
///
/// Two peers are equal if they are the same object, so peers can be keys of dictionaries.
@available(iOS 8.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBPeer)
#endif
open class CBPeer: NSObject, NSCopying, KeyValueObserved {
    let peer: PeerIdentifier

    init(peer: PeerIdentifier) {
        self.peer = peer
        super.init()
    }

    /// The identifier of this peer on this phone; other phones have different identifiers for the same peer.
    open var identifier: UUID { UUID(peer) }

    /// The object itself (behaviour 1.34).
    open func copy(with zone: NSZone? = nil) -> Any { self }

    func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) { tellObservers(moment, keys) }
}
