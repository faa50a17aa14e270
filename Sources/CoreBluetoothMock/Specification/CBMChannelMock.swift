import FaradayCoreBluetooth
import FaradaySimulation

/// A PSM at which a mock peripheral accepts L2CAP channels. This type is not part of CoreBluetoothMock's
/// interface.
///
/// The closures are called on the main queue.
///
/// ```swift
/// CBMChannelMock(psm: 0x80) { channel, data in channel.send([UInt8](data)) }  // an echo
/// ```
public struct CBMChannelMock {
    /// 0x0001…0x00FF; the dynamic ones begin at 0x0080.
    public let psm: CBML2CAPPSM
    /// Whether the phone has to pair first.
    public let requiresEncryption: Bool
    let receive: (OpenChannel, Data) -> Void

    /// Creates a PSM; `receive` gets the data that arrives over its channels.
    public init(
        psm: CBML2CAPPSM, requiresEncryption: Bool = false,
        receive: @escaping (OpenChannel, Data) -> Void = { _, _ in }
    ) {
        self.psm = psm
        self.requiresEncryption = requiresEncryption
        self.receive = receive
    }
}
