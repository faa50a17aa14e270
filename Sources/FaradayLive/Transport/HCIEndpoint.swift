/// The place at which a controller, or a host that needs one, is reached, as written in `FARADAY_HCI`.
///
/// ```swift
/// let endpoint = try HCIEndpoint("tcp:127.0.0.1:6402")
/// let board = try HCIEndpoint("serial:/dev/ttyACM0?baud=1000000&flow=rtscts")
/// ```
public enum HCIEndpoint: Hashable, Sendable {
    /// H4 over a TCP connection that we open.
    case tcp(host: String, port: UInt16)
    /// H4 over a TCP connection that the other end opens; port 0 selects a free port.
    case tcpServer(host: String, port: UInt16)
    /// H4 over a Unix socket to which we connect.
    case unix(path: String)
    /// H4 over a Unix socket to which the other end connects.
    case unixServer(path: String)
    /// H4 over a pseudo-terminal whose other end another program opens; `link` is an optional symbolic link
    /// to that end.
    case pty(link: String?)
    /// H4 over a serial port (Core 6.0, Vol 4, Part A).
    case serial(path: String, SerialSettings)
    /// A controller of this machine, with exclusive access through the HCI user channel of Linux.
    case hciSocket(UInt16)

    /// The settings of a serial port, in addition to 8 data bits, no parity and 1 stop bit.
    public struct SerialSettings: Hashable, Sendable {
        /// The flow control.
        public enum FlowControl: String, Hashable, Sendable, CaseIterable {
            /// RTS and CTS, as H4 requires.
            case rtscts
            /// No flow control; bytes may be lost.
            case none
        }

        /// Bits per second; one of `allowedBauds`.
        public var baud: UInt32
        public var flowControl: FlowControl

        /// The allowed speeds of serial ports, in bits per second.
        public static let allowedBauds: [UInt32] = [
            9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 500_000, 576_000, 921_600, 1_000_000,
            1_152_000,
            1_500_000, 2_000_000, 2_500_000, 3_000_000, 3_500_000, 4_000_000,
        ]

        /// Creates settings; the defaults are those of most controllers on development boards.
        public init(baud: UInt32 = 1_000_000, flowControl: FlowControl = .rtscts) {
            self.baud = baud
            self.flowControl = flowControl
        }
    }

    /// The forms of an endpoint's text, one on each line.
    public static let forms = """
        tcp:[HOST:]PORT                    connect to a TCP port, of 127.0.0.1 without a host
        tcp-server:[HOST:]PORT             listen on a TCP port, of 127.0.0.1 without a host; 0 selects a free port
        unix:PATH                          connect to a Unix socket
        unix-server:PATH                   listen on a Unix socket
        pty[:LINK]                         open a pseudo-terminal, with a symbolic link to its other end
        serial:PATH[?baud=N&flow=MODE]     open a serial port; baud 1000000, flow rtscts (or none)
        hci-socket:hciN                    use a controller of the Linux kernel; it must be down
        """

    /// Whether the other end connects to us.
    public var isServer: Bool {
        switch self {
        case .tcpServer, .unixServer, .pty: true
        case .tcp, .unix, .serial, .hciSocket: false
        }
    }
}

extension HCIEndpoint: CustomStringConvertible {
    /// The text of this endpoint, in one of `forms`.
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
    /// The settings that differ from the defaults, as they are written after the path.
    fileprivate var query: String {
        let usual = Self()
        var parts: [String] = []
        if baud != usual.baud { parts.append("baud=\(baud)") }
        if flowControl != usual.flowControl { parts.append("flow=\(flowControl.rawValue)") }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }
}

extension HCIEndpoint {
    /// Whether only programs of this machine reach it.
    package var isOfThisMachine: Bool {
        switch self {
        case .tcpServer(let host, _), .tcp(let host, _):
            host == "localhost" || host == "::1" || host.hasPrefix("127.")
        default: true
        }
    }
}
