extension HCIEndpoint {
    /// Parses one of `forms`; fails with `LiveError.invalidEndpoint`, whose description lists them.
    public init(_ text: String) throws(LiveError) {
        guard let endpoint = Self.read(text) else { throw .invalidEndpoint(text) }
        self = endpoint
    }

    private static func read(_ text: String) -> HCIEndpoint? {
        // A zero byte would end a C string early.
        guard !text.utf8.contains(0) else { return nil }
        guard let colon = text.firstIndex(of: ":") else { return text == "pty" ? .pty(link: nil) : nil }
        let rest = text[text.index(after: colon)...]
        guard !rest.isEmpty else { return nil }
        switch text[..<colon] {
        case "tcp":
            guard let (host, port) = hostAndPort(rest), port > 0 else { return nil }
            return .tcp(host: host ?? "127.0.0.1", port: port)
        case "tcp-server":
            return hostAndPort(rest).map { .tcpServer(host: $0.host ?? "127.0.0.1", port: $0.port) }
        case "unix": return .unix(path: String(rest))
        case "unix-server": return .unixServer(path: String(rest))
        case "pty": return .pty(link: String(rest))
        case "serial": return serial(rest)
        case "hci-socket":
            return number(rest.hasPrefix("hci") ? rest.dropFirst(3) : rest).map { .hciSocket($0) }
        default: return nil
        }
    }

    /// Reads `[HOST:]PORT`.
    private static func hostAndPort(_ text: Substring) -> (host: String?, port: UInt16)? {
        guard let colon = text.lastIndex(of: ":") else { return number(text).map { (nil, $0) } }
        guard let port: UInt16 = number(text[text.index(after: colon)...]) else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        return host.isEmpty ? nil : (String(host), port)
    }

    /// Reads `PATH[?NAME=VALUE&…]`.
    private static func serial(_ text: Substring) -> HCIEndpoint? {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[0].isEmpty else { return nil }
        var settings = SerialSettings()
        for option in parts.dropFirst().flatMap({ $0.split(separator: "&", omittingEmptySubsequences: false) }
        ) {
            let pair = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { return nil }
            switch pair[0] {
            case "baud":
                guard let baud: UInt32 = number(pair[1]), SerialSettings.allowedBauds.contains(baud) else {
                    return nil
                }
                settings.baud = baud
            case "flow":
                guard let flow = SerialSettings.FlowControl(rawValue: String(pair[1])) else { return nil }
                settings.flowControl = flow
            default: return nil
            }
        }
        return .serial(path: String(parts[0]), settings)
    }

    /// Reads decimal digits and nothing else.
    private static func number<Number: FixedWidthInteger>(_ text: Substring) -> Number? {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Number(text) : nil
    }
}
