#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The end of a pseudo-terminal that creates it.
enum PseudoTerminal {
    /// Opens one in raw mode; returns its descriptor and the name of the other end.
    static func open(_ endpoint: HCIEndpoint) throws(LiveError) -> (Int32, String) {
        var descriptor: Int32 = -1
        var other: Int32 = -1
        guard openpty(&descriptor, &other, nil, nil, nil) == 0 else {
            throw LiveError.unreachable(endpoint, Descriptor.lastError)
        }
        // This close causes a hang-up state, by which the opening of the other end is noticed later.
        defer { Descriptor.close(other) }
        guard let name = name(of: other), makeRaw(other) else {
            let reason = Descriptor.lastError
            Descriptor.close(descriptor)
            throw LiveError.unreachable(endpoint, reason)
        }
        if case .pty(let link?) = endpoint, !makeLink(link, to: name) {
            let reason = Descriptor.lastError
            Descriptor.close(descriptor)
            throw LiveError.unreachable(endpoint, "the link can't be created: \(reason)")
        }
        return (descriptor, name)
    }

    /// Whether someone has the other end open.
    static func isOpen(_ descriptor: Int32) -> Bool {
        var look = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&look, 1, 0) == 0
    }

    private static func name(of terminal: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: 128)
        guard ttyname_r(terminal, &buffer, buffer.count) == 0 else { return nil }
        return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }

    private static func makeRaw(_ terminal: Int32) -> Bool {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return false }
        cfmakeraw(&settings)
        return tcsetattr(terminal, TCSANOW, &settings) == 0
    }

    /// Creates the symbolic link; replaces one that an earlier run has left.
    private static func makeLink(_ link: String, to name: String) -> Bool {
        if symlink(name, link) == 0 { return true }
        guard errno == EEXIST else { return false }
        guard let target = target(of: link), target == name || !exists(link) else {
            errno = EEXIST
            return false
        }
        return unlink(link) == 0 && symlink(name, link) == 0
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = readlink(link, &buffer, buffer.count)
        return count < 0
            ? nil : String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0
    }
}
