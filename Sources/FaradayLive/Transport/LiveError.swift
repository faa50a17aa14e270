/// The reason why a controller cannot be reached or used.
public enum LiveError: Error, Hashable, Sendable {
    /// The text is not an endpoint.
    case invalidEndpoint(String)
    /// No address was found for the host's name.
    case unknownHost(String)
    /// The endpoint does not answer, refuses the connection, or cannot be opened; with the system's reason.
    case unreachable(HCIEndpoint, String)
    /// The controller's end closed the connection.
    case closed(HCIEndpoint)
    /// Reading or writing failed, with the system's reason.
    case failed(HCIEndpoint, String)
    /// The received data is not H4.
    case malformed(HCIEndpoint, String)
    /// The controller does not read the data sent to it; this many bytes wait.
    case doesNotRead(HCIEndpoint, Int)
    /// The controller does not work as required; with the problem as text. The phone tries to restart it.
    case unusable(HCIEndpoint, String)
    /// The file at this path is not a valid store of a phone; with the reason.
    case badStore(String, String)
}

extension LiveError: CustomStringConvertible {
    /// The failure as text, with the endpoint.
    public var description: String {
        switch self {
        case .invalidEndpoint(let text):
            "'\(text)' is not an HCI endpoint; use one of\n"
                + HCIEndpoint.forms.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
        case .unknownHost(let host): "no address for host '\(host)'"
        case .unreachable(let endpoint, let reason): "no controller at \(endpoint): \(reason)"
        case .closed(let endpoint): "the controller at \(endpoint) closed the connection"
        case .failed(let endpoint, let reason): "the connection to \(endpoint) failed: \(reason)"
        case .malformed(let endpoint, let reason): "\(endpoint) sends data that is not H4: \(reason)"
        case .doesNotRead(let endpoint, let bytes):
            "the controller at \(endpoint) does not read what is sent to it; \(bytes) bytes wait"
        case .unusable(let endpoint, let reason): "the controller at \(endpoint) cannot be used: \(reason)"
        case .badStore(let path, let reason): "the file \(path) can't be used: \(reason)"
        }
    }
}
