/// Where a controller, or a host that wants one, is reached, as `FARADAY_HCI` names it.
///
/// ```swift
/// let endpoint = try HCIEndpoint("tcp:127.0.0.1:6402")
/// let board = try HCIEndpoint("serial:/dev/ttyACM0?baud=1000000&flow=rtscts")
/// ```
public enum HCIEndpoint: Hashable, Sendable {
    /// H4 over a TCP connection that we open.
    case tcp(host: String, port: UInt16)
    /// H4 over a TCP connection that the other end opens; port 0 takes a free one.
    case tcpServer(host: String, port: UInt16)
    /// H4 over a Unix socket that we connect to.
    case unix(path: String)
    /// H4 over a Unix socket that the other end connects to.
    case unixServer(path: String)
    /// H4 over a pseudo-terminal whose other end is for someone else to open; `link` is a symbolic link to
    /// that end, if one is wanted.
    case pty(link: String?)
    /// H4 over a serial port (Core 6.0, Vol 4, Part A).
    case serial(path: String, SerialSettings)
    /// A controller of this machine, taken from its kernel: the HCI user channel of Linux.
    case hciSocket(UInt16)

    /// How bytes go over a serial port, besides 8 data bits, no parity and 1 stop bit.
    public struct SerialSettings: Hashable, Sendable {
        /// Who may send when.
        public enum FlowControl: String, Hashable, Sendable, CaseIterable {
            /// RTS and CTS, as H4 asks for.
            case rtscts
            /// Nothing holds a sender up; bytes may be lost.
            case none
        }

        /// Bits per second; one of `allowedBauds`.
        public var baud: UInt32
        /// Who may send when.
        public var flowControl: FlowControl

        /// What serial ports can be set to, in bits per second.
        public static let allowedBauds: [UInt32] = [
            9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 500_000, 576_000, 921_600, 1_000_000,
            1_152_000,
            1_500_000, 2_000_000, 2_500_000, 3_000_000, 3_500_000, 4_000_000,
        ]

        /// Creates settings; those of most controllers on a development board unless told otherwise.
        public init(baud: UInt32 = 1_000_000, flowControl: FlowControl = .rtscts) {
            self.baud = baud
            self.flowControl = flowControl
        }
    }

    /// The forms of an endpoint's text, one to a line.
    public static let forms = """
        tcp:[HOST:]PORT                    connect to a TCP port, of 127.0.0.1 without a host
        tcp-server:[HOST:]PORT             listen on a TCP port, of 127.0.0.1 without a host; 0 takes a free one
        unix:PATH                          connect to a Unix socket
        unix-server:PATH                   listen on a Unix socket
        pty[:LINK]                         open a pseudo-terminal, with a symbolic link to its other end
        serial:PATH[?baud=N&flow=MODE]     open a serial port; baud 1000000, flow rtscts (or none)
        hci-socket:hciN                    take a controller from the Linux kernel, which must have it down
        """

    /// Whether the other end comes to us.
    public var isServer: Bool {
        switch self {
        case .tcpServer, .unixServer, .pty: true
        case .tcp, .unix, .serial, .hciSocket: false
        }
    }
}

extension HCIEndpoint: CustomStringConvertible {
    /// The text that reads as this endpoint.
    public var description: String {
        switch self {
        case .tcp(let host, let port): "tcp:\(Self.bracketed(host)):\(port)"
        case .tcpServer(let host, let port): "tcp-server:\(Self.bracketed(host)):\(port)"
        case .unix(let path): "unix:\(path)"
        case .unixServer(let path): "unix-server:\(path)"
        case .pty(nil): "pty"
        case .pty(let link?): "pty:\(link)"
        case .serial(let path, let settings): "serial:\(path)\(settings.query)"
        case .hciSocket(let number): "hci-socket:hci\(number)"
        }
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}

extension HCIEndpoint.SerialSettings {
    /// What differs from the usual, as it stands behind the path.
    fileprivate var query: String {
        let usual = Self()
        var parts: [String] = []
        if baud != usual.baud { parts.append("baud=\(baud)") }
        if flowControl != usual.flowControl { parts.append("flow=\(flowControl.rawValue)") }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }
}
