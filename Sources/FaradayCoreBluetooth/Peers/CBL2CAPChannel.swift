import Foundation

/// A stream to a peer beside GATT.
///
/// Not there yet: opening and publishing answer `CBError.operationNotSupported`, so no channel with
/// streams is ever handed out.
@available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
open class CBL2CAPChannel: NSObject {
    /// The other end.
    open var peer: CBPeer! { nil }
    /// What the peer sends.
    open var inputStream: InputStream! { nil }
    /// What is sent to the peer.
    open var outputStream: OutputStream! { nil }
    /// The number of the channel's service.
    open var psm: CBL2CAPPSM { 0 }
}
