/// A request of HTTP/1.1 (RFC 9112), as far as the page needs it.
package struct HTTPRequest: Hashable, Sendable {
    /// The method, as it was sent: `GET`.
    package var method: String
    /// The target without its query: `/token/feed`.
    package var path: String
    /// The header's fields in order, with names in lower case.
    package var fields: [Field]
    package var body: [UInt8] = []
    /// Whether the client may send another request on this connection.
    package var keepsConnection: Bool

    /// A field of the header.
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    /// The value of the only field with this name, given in lower case; `nil` if there is none or more than one.
    package func field(_ name: String) -> String? {
        let all = fields.filter { $0.name == name }
        return all.count == 1 ? all[0].value : nil
    }

    /// Whether there is a field with this name, given in lower case.
    package func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
}

/// The answer's status (RFC 9110, 15).
package enum HTTPStatus: Int, Hashable, Sendable, CaseIterable {
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case contentTooLarge = 413
    case targetTooLong = 414
    case fieldsTooLarge = 431
    case notImplemented = 501
    case unavailable = 503
    case versionNotSupported = 505

    /// The reason phrase.
    package var reason: String {
        switch self {
        case .ok: "OK"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .contentTooLarge: "Content Too Large"
        case .targetTooLong: "URI Too Long"
        case .fieldsTooLarge: "Request Header Fields Too Large"
        case .notImplemented: "Not Implemented"
        case .unavailable: "Service Unavailable"
        case .versionNotSupported: "HTTP Version Not Supported"
        }
    }
}
