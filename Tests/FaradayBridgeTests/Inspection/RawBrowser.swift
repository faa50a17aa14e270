import FaradayBridge
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A connection that says to a server of HTTP exactly what a test says, and hears its bytes.
final class RawBrowser {
    struct Silence: Error, CustomStringConvertible {
        let description: String
    }

    let connection: HCIConnection
    let port: UInt16
    let token: String
    private var heard: [UInt8] = []
    /// How much of that was searched in vain.
    private var searched = 0
    private(set) var isClosed = false

    /// Connects to the server of a page.
    init(_ address: String) throws {
        guard let url = URLComponents(string: address), let port = url.port else {
            throw Silence(description: "no address: \(address)")
        }
        self.port = UInt16(port)
        token = url.path.filter { $0 != "/" }
        connection = try HCIConnection(.tcp(host: "127.0.0.1", port: self.port))
    }

    deinit { connection.close() }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.removeFirst(try connection.writeAvailable(Array(rest)))
            if !rest.isEmpty { connection.wait(reading: false, writing: true, milliseconds: 120_000) }
        }
    }

    /// Sends a request; the path follows the token.
    func ask(_ method: String, _ path: String, _ fields: [String] = [], body: String = "") throws {
        var lines = ["\(method) /\(token)/\(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        try send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }

    /// Nothing more comes from here.
    func endWriting() { shutdown(connection.descriptor, Int32(SHUT_WR)) }

    /// Everything up to this text, which is taken out.
    func hear(_ end: String) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let place = place(of: end) { return take(place + end.count) }
            searched = max(0, heard.count - end.count)
            guard try listen() else {
                throw Silence(
                    description:
                        "the server closed before \(String(decoding: end, as: UTF8.self).debugDescription)")
            }
        }
    }

    private func place(of end: [UInt8]) -> Int? {
        var place = searched
        while let first = heard[place...].firstIndex(of: end[0]), first + end.count <= heard.count {
            if heard[first..<first + end.count].elementsEqual(end) { return first }
            place = first + 1
        }
        return nil
    }

    private func take(_ count: Int) -> String {
        defer {
            heard.removeFirst(count)
            searched = 0
        }
        return String(decoding: heard[..<count], as: UTF8.self)
    }

    /// Everything up to the end of the connection.
    func hearAll() throws -> String {
        while try listen() {}
        return take(heard.count)
    }

    /// An answer with its body.
    func answer() throws -> (status: Int, head: String, body: String) {
        let head = try hear("\r\n\r\n")
        let length =
            head.range(of: "Content-Length: ").flatMap { Int(head[$0.upperBound...].prefix { $0.isNumber }) }
            ?? 0
        while heard.count < length {
            guard try listen() else {
                throw Silence(description: "the server closed in the middle of an answer")
            }
        }
        return (Int(head.dropFirst(9).prefix(3)) ?? 0, head, take(length))
    }

    /// Waits for more; returns whether there was any before the end.
    private func listen() throws -> Bool {
        guard !isClosed else { return false }
        do {
            var bytes = try connection.readAvailable()
            if bytes.isEmpty {
                connection.wait(reading: true, writing: false, milliseconds: 120_000)
                bytes = try connection.readAvailable()
                guard !bytes.isEmpty else {
                    throw Silence(description: "nothing within 120 s")
                }
            }
            heard += bytes
            return true
        } catch LiveError.closed {
            isClosed = true
            return false
        }
    }
}
