/// Makes requests of the bytes that a client sends, in whatever pieces they come.
///
/// It is strict: lines end with CR LF, names are followed by a colon at once, no field is folded, and a body has one
/// `Content-Length`. Whatever is wrong is answered with one status, and nothing after it is read.
package struct HTTPParser: Sendable {
    /// What the bytes are so far.
    package enum Finding: Hashable, Sendable {
        case request(HTTPRequest)
        /// The bytes are no request that the server takes.
        case refused(HTTPStatus)
    }

    /// The longest request line, in bytes.
    package static let longestLine = 4096
    /// The longest request line with header, in bytes.
    package static let longestHead = 16_384
    /// The longest body, in bytes.
    package static let longestBody = 16_384
    /// How many fields a header may have.
    package static let mostFields = 64
    /// How many bytes wait at most for a request to be complete; more are not read.
    package static let capacity = longestHead + longestBody

    private var bytes: [UInt8] = []
    /// Where the search for the header's end goes on.
    private var searched = 0
    /// A request whose body is not complete, and the length of that.
    private var open: (request: HTTPRequest, length: Int)?
    private var refusal: HTTPStatus?

    package init() {}

    /// How many more bytes it takes now.
    package var room: Int { refusal == nil ? Self.capacity - bytes.count : 0 }
    /// Whether a head has begun and is not complete.
    package var isInsideHead: Bool { refusal == nil && open == nil && !bytes.isEmpty }
    /// Whether a head is complete and its body is not.
    package var isInsideBody: Bool { open != nil }

    /// Adds bytes; at most `room` are of use.
    package mutating func append(_ more: some Sequence<UInt8>) {
        if refusal == nil { bytes += more }
    }

    /// The next request, or what is wrong with the bytes; `nil` until there are more bytes. After a refusal it gives
    /// nothing but that refusal.
    package mutating func next() -> Finding? {
        if let refusal { return .refused(refusal) }
        do throws(HTTPStatusError) {
            return try step().map { .request($0) }
        } catch {
            refusal = error.status
            bytes = []
            open = nil
            return .refused(error.status)
        }
    }

    private mutating func step() throws(HTTPStatusError) -> HTTPRequest? {
        if open == nil {
            // One empty line before a request is skipped (RFC 9112, 2.2).
            if searched == 0, bytes.starts(with: [0x0D, 0x0A]) { bytes.removeFirst(2) }
            guard let end = try endOfHead() else { return nil }
            open = try HTTPHead.request(bytes[..<end])
            bytes.removeFirst(end + 2)
            searched = 0
        }
        guard let (request, length) = open, bytes.count >= length else { return nil }
        var complete = request
        complete.body = Array(bytes[..<length])
        bytes.removeFirst(length)
        open = nil
        return complete
    }

    /// The index behind the CR LF of the last field, where the empty line begins; `nil` if it has not come.
    private mutating func endOfHead() throws(HTTPStatusError) -> Int? {
        var lineIsComplete = false
        while searched < bytes.count {
            guard let feed = bytes[searched...].firstIndex(of: 0x0A) else { break }
            guard feed > 0, bytes[feed - 1] == 0x0D else { throw .init(.badRequest) }
            lineIsComplete = true
            if feed >= 3, bytes[feed - 2] == 0x0A {
                guard feed + 1 <= Self.longestHead else { throw .init(.fieldsTooLarge) }
                return feed - 1
            }
            searched = feed + 1
        }
        if !lineIsComplete, searched == 0, bytes.count > Self.longestLine { throw .init(.targetTooLong) }
        if bytes.count > Self.longestHead { throw .init(.fieldsTooLarge) }
        return nil
    }
}

/// The status with which bytes are refused.
struct HTTPStatusError: Error {
    let status: HTTPStatus
    init(_ status: HTTPStatus) { self.status = status }
}

/// A request line and its header.
enum HTTPHead {
    /// Reads the head without the empty line behind it, and gives the request with the length of its body.
    static func request(
        _ head: ArraySlice<UInt8>
    ) throws(HTTPStatusError) -> (request: HTTPRequest, length: Int) {
        var lines = head.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        // The head ends with a line feed.
        lines.removeLast()
        guard let first = lines.popFirst() else { throw .init(.badRequest) }
        let (method, path, isOld) = try requestLine(first.dropLast())
        guard lines.count <= HTTPParser.mostFields else { throw .init(.fieldsTooLarge) }
        var request = HTTPRequest(method: method, path: path, fields: [], keepsConnection: !isOld)
        for line in lines { request.fields.append(try field(line.dropLast())) }
        let options = request.fields.filter { $0.name == "connection" }.flatMap {
            $0.value.lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
        }
        if options.contains("close") { request.keepsConnection = false }
        // A host is needed, once (RFC 9112, 3.2).
        guard isOld && !request.has("host") || request.field("host") != nil else { throw .init(.badRequest) }
        return (request, try length(of: request))
    }

    private static func requestLine(
        _ line: ArraySlice<UInt8>
    ) throws(HTTPStatusError) -> (method: String, path: String, isOld: Bool) {
        guard line.count <= HTTPParser.longestLine else { throw .init(.targetTooLong) }
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(isToken) else {
            throw .init(.badRequest)
        }
        guard parts[1].first == 0x2F, parts[1].allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw .init(.badRequest)
        }
        let path = parts[1].prefix { $0 != 0x3F && $0 != 0x23 }
        let isOld: Bool
        switch text(parts[2]) {
        case "HTTP/1.1": isOld = false
        case "HTTP/1.0": isOld = true
        case let version where version.hasPrefix("HTTP/"): throw .init(.versionNotSupported)
        default: throw .init(.badRequest)
        }
        return (text(parts[0]), text(path), isOld)
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(HTTPStatusError) -> HTTPRequest.Field {
        guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else { throw .init(.badRequest) }
        let name = line[..<colon]
        // A folded line begins with a space, which is no part of a name.
        guard name.allSatisfy(isToken) else { throw .init(.badRequest) }
        var value = line[(colon + 1)...]
        while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
        while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
        guard value.allSatisfy({ $0 == 0x09 || 0x20...0x7E ~= $0 || $0 >= 0x80 }) else {
            throw .init(.badRequest)
        }
        return .init(name: text(name).lowercased(), value: text(value))
    }

    private static func length(of request: HTTPRequest) throws(HTTPStatusError) -> Int {
        guard !request.has("transfer-encoding") else { throw .init(.notImplemented) }
        guard request.has("content-length") else { return 0 }
        guard let digits = request.field("content-length")?.utf8, !digits.isEmpty,
            digits.allSatisfy({ 0x30...0x39 ~= $0 })
        else { throw .init(.badRequest) }
        guard digits.count <= 9, let length = Int(String(decoding: digits, as: UTF8.self)),
            length <= HTTPParser.longestBody
        else { throw .init(.contentTooLarge) }
        return length
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the byte may be in a token (RFC 9110, 5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
