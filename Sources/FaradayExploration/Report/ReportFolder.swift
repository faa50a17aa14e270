import BluetoothPort
import BluetoothTypes
import FaradayInspection
import FaradaySimulation
import Foundation

/// A folder of reports, with an index: `FARADAY_REPORT_DIR`, or what was collected of several.
///
/// The index is made of the reports alone, and of lists of tests that passed. So several processes may write into one
/// folder, reports may be added and taken away, and whoever writes the index last has seen all.
package struct ReportFolder: Sendable {
    /// What was found in a folder.
    package struct Contents: Hashable, Sendable {
        /// Failures, by the paths of their reports from the folder.
        package var reports: [String: ReportAbout] = [:]
        /// The tests that passed, each once.
        package var passed: Set<String> = []

        package var isEmpty: Bool { reports.isEmpty && passed.isEmpty }
    }

    private static let indexName = "index.html"
    /// How many bytes of a file are read to find out whether it is a report.
    private static let headLength = 1 << 16
    /// How many of them are read of every file.
    private static let firstLength = 1 << 12

    private let folder: URL

    package init(_ path: String) { folder = URL(fileURLWithPath: path, isDirectory: true) }

    /// Where the index is.
    package var indexPath: String { folder.appendingPathComponent(Self.indexName).path }

    /// The folder that the environment names.
    package static var ofEnvironment: ReportFolder? {
        let path = ProcessInfo.processInfo.environment[FailureReport.variable] ?? ""
        return path.isEmpty ? nil : ReportFolder(path)
    }

    // MARK: Reading

    /// The reports in the folder and in its folders. What is no report of a failure is left out.
    package func read() -> Contents {
        var contents = Contents()
        guard let walk = FileManager.default.enumerator(atPath: folder.path) else { return contents }
        for case let path as String in walk {
            let file = folder.appendingPathComponent(path)
            if path.hasSuffix(".html") {
                if let about = Self.about(file) { contents.reports[path] = about }
            } else if file.lastPathComponent.hasPrefix(PassedTests.prefix), path.hasSuffix(".txt"),
                let text = try? String(contentsOf: file, encoding: .utf8)
            {
                contents.passed.formUnion(text.split(separator: "\n").map(String.init))
            }
        }
        return contents
    }

    private static func about(_ file: URL) -> ReportAbout? {
        guard let handle = FileHandle(forReadingAtPath: file.path) else { return nil }
        defer { try? handle.close() }
        let first = (try? handle.read(upToCount: firstLength)) ?? Data()
        guard String(decoding: first, as: UTF8.self).range(of: ReportAbout.beginning) != nil else {
            return nil
        }
        let rest = (try? handle.read(upToCount: headLength)) ?? Data()
        let head = String(decoding: first + rest, as: UTF8.self)
        guard let start = head.range(of: ReportAbout.beginning),
            let end = head.range(of: ReportAbout.end, range: start.upperBound..<head.endIndex)
        else { return nil }
        return try? JSONDecoder().decode(
            ReportAbout.self, from: Data(head[start.upperBound..<end.lowerBound].utf8))
    }

    // MARK: Writing

    /// Writes the index of what is in the folder now. `others` are failures without a report.
    ///
    /// Returns what the index has.
    @discardableResult
    package func writeIndex(
        with others: [ReportAbout] = [], passed: Set<String> = [], to path: String? = nil
    ) throws -> IndexPage {
        let file = URL(fileURLWithPath: path ?? indexPath)
        while true {
            let contents = read()
            var page = Self.page(contents, others, passed)
            page.base = Self.way(from: file.deletingLastPathComponent(), to: folder)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(page.html.utf8).write(to: file, options: .atomic)
            // Another process may have written a report, and then an index that this one has replaced.
            if read() == contents { return page }
        }
    }

    private static func page(_ contents: Contents, _ others: [ReportAbout], _ passed: Set<String>)
        -> IndexPage
    {
        // A campaign's failure may have a report: both have the same command.
        let known = Set(contents.reports.values.compactMap(\.replay))
        let more = others.filter { other in other.replay.map { !known.contains($0) } ?? true }
        let withReport = contents.reports.map { IndexPage.Entry($0.value, path: $0.key) }
        let entries = withReport + more.map { IndexPage.Entry($0, path: nil) }
        // A test that failed in another process or shard, or in one of its worlds, has not passed.
        let failed = entries.reduce(into: Set<Substring>()) { names, entry in
            let name = entry.about.title
            names.insert(name[...])
            for place in name.indices where name[place] == "-" { names.insert(name[..<place]) }
        }
        let all = contents.passed.union(passed)
        let names = Set(all.map { $0.split(separator: "/").last ?? $0[...] })
        return IndexPage(entries, passed: names.subtracting(failed).count)
    }

    /// The path that leads from one folder to another: empty, or with a slash at its end.
    private static func way(from one: URL, to other: URL) -> String {
        let (one, other) = (one.standardizedFileURL.pathComponents, other.standardizedFileURL.pathComponents)
        let common = zip(one, other).prefix { $0 == $1 }.count
        let up = [String](repeating: "..", count: one.count - common)
        return (up + other[common...]).map { $0 + "/" }.joined()
    }

    // MARK: During a test run

    /// Notes a test that passed, as `package/test`, and has the index written when the process ends.
    package func notePassed(_ name: String) throws {
        IndexAtExit.ask()
        try PassedTests.note(name, in: folder)
    }

    /// Writes the index after a report, unless that would take much of the time; then it is written when the process ends.
    package func noteReport() throws {
        IndexAtExit.ask()
        guard IndexAtExit.begin() else { return }
        defer { IndexAtExit.end() }
        try writeIndex()
    }
}

/// When this process writes the index of its folder of reports: after failures, and when it ends.
private enum IndexAtExit {
    private struct State {
        var isWriting = false
        var start: Int64 = 0
        /// When the next index may be written: writing takes a small part of the time, however many reports there are.
        var next: Int64 = 0
    }

    private static let state = Lock(State())
    private static let registration: Void = {
        _ = atexit { outsideWorlds { _ = try? ReportFolder.ofEnvironment?.writeIndex() } }
    }()

    static func ask() { _ = registration }

    static func begin() -> Bool {
        state.withLock { state in
            state.start = monotonicNanoseconds()
            guard !state.isWriting, state.start >= state.next else { return false }
            state.isWriting = true
            return true
        }
    }

    static func end() {
        state.withLock { state in
            let now = monotonicNanoseconds()
            state.isWriting = false
            state.next = now + 10 * (now - state.start)
        }
    }
}

/// The tests of this process that passed: a list in each folder, in a file of this process's own.
enum PassedTests {
    static let prefix = "passed-"
    private static let files = Lock<[String: FileHandle]>([:])

    static func note(_ name: String, in folder: URL) throws {
        let line = Data((name.filter { !$0.isNewline } + "\n").utf8)
        try files.withLock { files in
            if files[folder.path] == nil { files[folder.path] = try file(in: folder) }
            try files[folder.path]?.write(contentsOf: line)
        }
    }

    private static func file(in folder: URL) throws -> FileHandle {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Numbers of processes come again, and machines may share the folder.
        let name = "\(prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8)).txt"
        let file = folder.appendingPathComponent(name)
        try Data().write(to: file)
        guard let handle = FileHandle(forWritingAtPath: file.path) else {
            throw CocoaError(.fileWriteUnknown)
        }
        return handle
    }
}
