/// The format of a capture file.
public enum CaptureFormat: String, Hashable, Sendable, CaseIterable {
    /// pcapng for Wireshark: HCI of every node, and the air, as interfaces of one file.
    case pcapng
    /// btsnoop with the monitor's data link, for Wireshark and btmon: HCI of every node.
    case btsnoop
    /// btsnoop with data link 1002, as Android's snoop log: HCI of one node only, the first one unless another is chosen.
    case btsnoopFirstNode
    /// Apple's PacketLogger, for PacketLogger and Wireshark: HCI of one node only, the first one unless another is chosen,
    /// because such a file does not tell controllers apart.
    case packetLogger

    /// The format that a file's name asks for by its extension, in small or capital letters; `nil` for other names.
    ///
    /// ```swift
    /// let format = CaptureFormat(path: "air.pcapng")  // .pcapng
    /// ```
    ///
    /// - Parameter path: It ends in `.pcapng`, in `.btsnoop` or `.log` (`btsnoop`), or in `.pklg` (`packetLogger`).
    public init?(path: String) {
        let path = path.lowercased()
        if path.hasSuffix(".pcapng") {
            self = .pcapng
        } else if path.hasSuffix(".btsnoop") || path.hasSuffix(".log") {
            self = .btsnoop
        } else if path.hasSuffix(".pklg") {
            self = .packetLogger
        } else {
            return nil
        }
    }

    /// The usual extension of such a file.
    public var fileExtension: String {
        switch self {
        case .pcapng: "pcapng"
        case .btsnoop, .btsnoopFirstNode: "btsnoop"
        case .packetLogger: "pklg"
        }
    }
}
