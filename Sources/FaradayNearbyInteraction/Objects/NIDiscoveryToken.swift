import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// Stands for an accessory; two tokens of one accessory are equal.
@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
#if canImport(Darwin)
@objc(FNIDiscoveryToken)
#endif
open class NIDiscoveryToken: NSObject, NSCopying {
    let peer: PeerIdentifier

    init(_ peer: PeerIdentifier) {
        self.peer = peer
        super.init()
    }

    /// Whether the other object is a token of the same accessory.
    open override func isEqual(_ object: Any?) -> Bool { (object as? NIDiscoveryToken)?.peer == peer }

    /// A hash of the accessory.
    open override var hash: Int { peer.hashValue }

    /// The token itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
