#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Files that hold keys.
enum OwnersFile {
    /// Replaces `path` atomically by a file that only its owner may read.
    static func replace(_ path: String, with bytes: [UInt8]) throws(LiveError) {
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        #if canImport(Darwin)
        let descriptor = Darwin.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        #else
        let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        #endif
        guard descriptor >= 0 else { throw LiveError.badStore(path, Descriptor.lastError) }
        let isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
        let reason = Descriptor.lastError
        Descriptor.close(descriptor)
        guard isWritten else {
            unlink(draft)
            throw LiveError.badStore(path, reason)
        }
        guard rename(draft, path) == 0 else {
            let reason = Descriptor.lastError
            unlink(draft)
            throw LiveError.badStore(path, reason)
        }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
        }
        return true
    }
}
