/// Why a controller can't be reached or used.
public enum LiveError: Error, Hashable, Sendable {
    /// The text is not an endpoint.
    case invalidEndpoint(String)
    /// The host's name has no address.
    case unknownHost(String)
    /// Nothing answers there, it refuses, or it can't be opened; with the system's reason.
    case unreachable(HCIEndpoint, String)
    /// The controller's end closed the connection.
    case closed(HCIEndpoint)
    /// Reading or writing failed, with the system's reason.
    case failed(HCIEndpoint, String)
    /// What came is not H4.
    case malformed(HCIEndpoint, String)
    /// The controller does not read what is sent to it; so many bytes wait.
    case doesNotRead(HCIEndpoint, Int)
    /// The controller does not do what a controller does, in words; the phone tries to start it anew.
    case unusable(HCIEndpoint, String)
    /// The file at this path does not hold what a phone remembers, with the reason.
    case badStore(String, String)
}

extension LiveError: CustomStringConvertible {
    /// What failed, in words, with the endpoint.
    public var description: String {
        switch self {
        case .invalidEndpoint(let text):
            "'\(text)' is no HCI endpoint; use one of\n"
                + HCIEndpoint.forms.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
        case .unknownHost(let host): "no address for host '\(host)'"
        case .unreachable(let endpoint, let reason): "no controller at \(endpoint): \(reason)"
        case .closed(let endpoint): "the controller at \(endpoint) closed the connection"
        case .failed(let endpoint, let reason): "the connection to \(endpoint) failed: \(reason)"
        case .malformed(let endpoint, let reason): "\(endpoint) sends what is not H4: \(reason)"
        case .doesNotRead(let endpoint, let bytes):
            "the controller at \(endpoint) does not read what is sent to it; \(bytes) bytes wait"
        case .unusable(let endpoint, let reason): "the controller at \(endpoint) is of no use: \(reason)"
        case .badStore(let path, let reason): "the file \(path) can't be used: \(reason)"
        }
    }
}
