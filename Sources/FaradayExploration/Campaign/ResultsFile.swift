import Foundation

/// A file that grows by whole lines, and belongs to this process while it is open.
final class ResultsFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens the file of that name in `folder`, or creates it. If another process has it open, takes `name.2`, and so on:
    /// a shard that runs twice at the same time has two files.
    init(folder: String, name: String) throws(CampaignError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CampaignError("the folder of results \(folder) can't be created")
        }
        for number in 1...1_000 {
            let path = "\(folder)/\(name)\(number > 1 ? ".\(number)" : "").jsonl"
            guard let descriptor = Self.openLocked(path) else { continue }
            guard descriptor >= 0 else { throw Self.error("opened", path) }
            self.path = path
            self.descriptor = descriptor
            return
        }
        throw CampaignError("1,000 processes have results of \(name) open in \(folder)")
    }

    deinit { close(descriptor) }

    /// The whole lines of the file. A last line without an end was torn when its process was killed: it is cut off, so that
    /// the next line does not continue it.
    func takeLines() throws(CampaignError) -> [Data] {
        guard let (lines, torn) = Self.lines(of: path) else {
            throw CampaignError("the file of results \(path) can't be read")
        }
        if !torn.isEmpty {
            guard truncate(path, size - off_t(torn.count)) == 0 else { throw Self.error("cut", path) }
        }
        return lines
    }

    /// The whole lines of the files that other processes of this shard have written or write, in `folder`.
    func linesOfOthers(folder: String, name: String) -> [Data] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(name + ".") && $0.hasSuffix(".jsonl") }.sorted()
            .map { "\(folder)/\($0)" }.filter { $0 != path }
            .flatMap { Self.lines(of: $0)?.whole ?? [] }
    }

    /// The lines of a file, and what comes behind the last line end; `nil` if it can't be read.
    static func lines(of path: String) -> (whole: [Data], torn: Data)? {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let torn = lines.popLast() ?? Data()
        return (lines, torn)
    }

    /// Appends a line with its end, in one piece: a reader sees all of it or nothing, unless the machine stops.
    func append(_ line: Data) throws(CampaignError) {
        let before = size
        var count: Int
        repeat {
            count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        guard count == line.count else {
            let problem =
                count < 0 ? Self.error("written", path) : CampaignError("the disk of \(path) is full")
            _ = truncate(path, before)
            throw problem
        }
    }

    private var size: off_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? off_t(status.st_size) : 0
    }

    /// Opens a file for appending, creates it if it is not there, and locks it until it is closed. Returns `nil` if another
    /// process has locked it, and a negative number if it can't be opened. On a file system without locks it is only opened.
    private static func openLocked(_ path: String) -> Int32? {
        #if canImport(Darwin)
        // O_APPEND, and O_EXLOCK: open(2) takes the lock, too.
        let (append, lock): (Int32, Int32) = (0x0008, 0x0020)
        let descriptor = open(path, O_RDWR | O_CREAT | append | lock | O_NONBLOCK | O_CLOEXEC, 0o644)
        if descriptor < 0, errno == EWOULDBLOCK { return nil }
        return descriptor >= 0 ? descriptor : open(path, O_RDWR | O_CREAT | append | O_CLOEXEC, 0o644)
        #else
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            return nil
        }
        return descriptor
        #endif
    }

    private static func error(_ what: String, _ path: String) -> CampaignError {
        CampaignError("the file of results \(path) can't be \(what): \(String(cString: strerror(errno)))")
    }
}
