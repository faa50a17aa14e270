import Foundation

/// An L2CAP channel: two streams of bytes, to and from a peer.
///
/// Keep a reference. The channel closes when the last reference is released (regression 120), and when both streams are
/// closed. The streams behave like those of a socket: schedule them in a run loop, or poll them (behaviour 6.33).
///
/// ```swift
/// channel.inputStream.delegate = self
/// channel.inputStream.schedule(in: .main, forMode: .default)
/// channel.inputStream.open()
/// ```
@available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBL2CAPChannel)
#endif
open class CBL2CAPChannel: NSObject {
    private struct Parts {
        let line: ChannelLine
        let peer: CBPeer
        let input: ChannelInputStream
        let output: ChannelOutputStream
        let psm: CBL2CAPPSM
    }

    private let parts: Parts?

    /// Creates a channel without a peer, because `NSObject` has this initialiser; the delegates' `didOpen` methods
    /// deliver real channels.
    public override init() {
        parts = nil
        super.init()
    }

    init(_ line: ChannelLine, to peer: CBPeer, psm: CBL2CAPPSM) {
        let (input, output) = (ChannelInputStream(line), ChannelOutputStream(line))
        line.receiving.events.attach(input)
        line.sending.events.attach(output)
        parts = Parts(line: line, peer: peer, input: input, output: output, psm: psm)
        super.init()
    }

    deinit { parts?.line.release() }

    /// The peer: a `CBPeripheral` if this app is the central, otherwise a `CBCentral`.
    open var peer: CBPeer! { parts?.peer }
    /// The bytes from the peer.
    open var inputStream: InputStream! { parts?.input }
    /// The bytes to the peer.
    open var outputStream: OutputStream! { parts?.output }
    /// The PSM to which the channel was opened.
    open var psm: CBL2CAPPSM { parts?.psm ?? 0 }
}
