/// Where a controller listens, as `FARADAY_HCI` names it.
///
/// ```swift
/// let endpoint = try HCIEndpoint("tcp:127.0.0.1:6402")
/// ```
public enum HCIEndpoint: Hashable, Sendable {
    /// H4 over a TCP connection that we open.
    case tcp(host: String, port: UInt16)

    /// Reads `tcp:HOST:PORT`; an IPv6 host stands in brackets.
    public init(_ text: String) throws(LiveError) {
        let usage = LiveError.invalidEndpoint(text)
        guard text.hasPrefix("tcp:") else { throw usage }
        let rest = text.dropFirst(4)
        guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]),
            port > 0
        else { throw usage }
        var host = rest[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { throw usage }
        self = .tcp(host: String(host), port: port)
    }
}

extension HCIEndpoint: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tcp(let host, let port): "tcp:\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }
}

/// Why a controller can't be reached or used.
public enum LiveError: Error, Hashable, Sendable {
    /// The text is not an endpoint.
    case invalidEndpoint(String)
    /// The host's name has no address.
    case unknownHost(String)
    /// Nothing answers there, or it refuses; with the system's reason.
    case unreachable(HCIEndpoint, String)
    /// The controller's end closed the connection.
    case closed(HCIEndpoint)
    /// Reading or writing failed, with the system's reason.
    case failed(HCIEndpoint, String)
    /// What came is not H4.
    case malformed(HCIEndpoint, String)
}

extension LiveError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidEndpoint(let text): "'\(text)' is no HCI endpoint; use tcp:HOST:PORT"
        case .unknownHost(let host): "no address for host '\(host)'"
        case .unreachable(let endpoint, let reason): "no controller at \(endpoint): \(reason)"
        case .closed(let endpoint): "the controller at \(endpoint) closed the connection"
        case .failed(let endpoint, let reason): "the connection to \(endpoint) failed: \(reason)"
        case .malformed(let endpoint, let reason): "\(endpoint) sends what is not H4: \(reason)"
        }
    }
}
