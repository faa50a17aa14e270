import FaradayBridge
import Foundation

/// Where programs join, and what they have to know.
struct ProgramsPlace {
    var endpoint: HCIEndpoint?
    var tokenFile: String?

    static let usual = HCIEndpoint.tcpServer(host: "127.0.0.1", port: 6404)

    static let help = """
          --programs ENDPOINT   where programs join: tcp:PORT, tcp:HOST:PORT or unix:PATH; port 0 takes a free one
                                (default: tcp:6404). Other machines can join only with --token-file
          --token-file FILE     programs have to say what is in this file, which nobody but its owner may read: they get
                                it from FARADAY_TOKEN
        """

    /// Whether the option is one of these; then its value is read.
    mutating func take(_ option: String, _ reader: inout OptionReader) throws -> Bool {
        switch option {
        case "--programs":
            let text = try reader.value()
            guard let found = try? EndpointText.server(text), !found.isTerminal else {
                throw UsageError("--programs takes tcp:PORT, tcp:HOST:PORT or unix:PATH, not '\(text)'")
            }
            endpoint = found
        case "--token-file": tokenFile = try reader.value()
        default: return false
        }
        return true
    }

    /// Whether somebody has said anything of programs.
    var isChosen: Bool { endpoint != nil || tokenFile != nil }

    /// Where to listen, and the token.
    func read() throws -> (endpoint: HCIEndpoint, token: String) {
        let endpoint = endpoint ?? Self.usual
        guard let tokenFile else {
            guard endpoint.isOfThisMachine else {
                throw UsageError("other machines could join at \(endpoint): --token-file is needed for that")
            }
            return (endpoint, "")
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: tokenFile)
        let rights = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
        guard let data = FileManager.default.contents(atPath: tokenFile) else {
            throw UsageError("can't read the token in \(tokenFile)")
        }
        guard rights & 0o077 == 0 else {
            throw UsageError("others may read \(tokenFile): chmod 600 \(tokenFile)")
        }
        let token = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard token.utf8.count >= 16 else {
            throw UsageError("the token in \(tokenFile) is shorter than 16 bytes")
        }
        return (endpoint, token)
    }
}

extension HCIEndpoint {
    fileprivate var isTerminal: Bool { if case .pty = self { true } else { false } }
}
