import FaradayBridge

/// How endpoints are named on the command line: as the library does, but a bit shorter.
enum EndpointText {
    /// Reads where a server listens: `tcp:PORT`, `tcp:HOST:PORT`, `unix:PATH` or `pty[:LINK]`.
    static func server(_ text: String) throws -> HCIEndpoint {
        var full = text
        for scheme in ["tcp", "unix"] where text.hasPrefix(scheme + ":") {
            full = scheme + "-server" + text.dropFirst(scheme.count)
        }
        guard let endpoint = try? HCIEndpoint(full), endpoint.isServer else {
            throw UsageError("--hci takes tcp:PORT, tcp:HOST:PORT, unix:PATH or pty[:LINK], not '\(text)'")
        }
        return endpoint
    }

    /// Reads where a controller is.
    static func client(_ text: String) throws -> HCIEndpoint {
        guard let endpoint = try? HCIEndpoint(text) else {
            throw UsageError("--hci takes an endpoint that 'faraday device --help' lists, not '\(text)'")
        }
        return endpoint
    }

    /// The forms of an endpoint, as an option's help.
    static var forms: String {
        HCIEndpoint.forms.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
    }
}
