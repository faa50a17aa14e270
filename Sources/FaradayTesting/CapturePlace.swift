import BluetoothPort
import FaradayExploration
import FaradaySimulation
import Foundation
import Testing

/// Where a test's capture goes: a folder for each package, and in it a file for each test, its arguments and its seed.
///
/// No two tests of a run write the same file: if two names are equal, the second gets a number.
struct CapturePlace: Sendable {
    /// The folder of the package that contains the test.
    let folder: String
    /// The file without seed and extension.
    let name: String

    /// Stands in for an unknown source file: tests run in the folder of their package.
    static var workingFile: String { FileManager.default.currentDirectoryPath + "/-" }

    /// `filePath` is the source file of the test.
    init(name: String, filePath: String) {
        folder = Self.folder(ofSource: filePath)
        self.name = Self.plain(name)
    }

    /// A test of Swift Testing, or one case of it.
    init(_ test: Test, _ testCase: Test.Case?) {
        // `AppTests.Suite/Inner/connects(count:)/Suite.swift:12:6`
        var parts = "\(test.id)".split(separator: "/").map(String.init)
        if parts.count > 1 { parts.removeLast() }
        var name = parts.joined(separator: ".")
        if let parenthesis = name.lastIndex(of: "(") { name = String(name[..<parenthesis]) }
        for argument in testCase.map(Self.arguments) ?? [] { name += "-" + argument.prefix(32) }
        self.init(name: name, filePath: test.sourceLocation.filePath)
    }

    /// The place of the capture of a failed run: a file for each failure of the test.
    func ofFailure(_ signature: String) -> CapturePlace {
        CapturePlace(folder: folder, name: name + "-" + Self.plain(String(signature.prefix(80))))
    }

    private init(folder: String, name: String) { (self.folder, self.name) = (folder, name) }

    /// The capture file of a world with this seed; the same for the same seed and number.
    func file(seed: UInt64, number: Int) -> URL {
        let number = number > 1 ? "-\(number)" : ""
        return FailureCapture.directory.appendingPathComponent(folder, isDirectory: true)
            .appendingPathComponent("\(name)-seed\(seed)\(number).pcapng")
    }

    /// How many tests of this process have had this name and seed, this one included.
    func takeNumber(seed: UInt64) -> Int {
        Self.taken.withLock { taken in
            let key = "\(folder)/\(name)/\(seed)"
            taken[key, default: 0] += 1
            return taken[key, default: 1]
        }
    }

    /// Notes for the index of a folder of reports that the test passed. Without such a folder it does nothing.
    func notePassed() {
        // A folder that can't be written is told by the first report.
        try? ReportFolder.ofEnvironment?.notePassed("\(folder)/\(name)")
    }

    private static let taken = Lock<[String: Int]>([:])

    // MARK: Parts of the name

    /// The nearest folder above the source that has a manifest: its name, and four hexadecimal digits that distinguish
    /// it from other folders of this name.
    private static func folder(ofSource path: String) -> String {
        var url = URL(fileURLWithPath: path).deletingLastPathComponent()
        let fallback = url
        while url.path != "/" {
            let manifest = url.appendingPathComponent("Package.swift").path
            if FileManager.default.fileExists(atPath: manifest) { return folder(url) }
            url.deleteLastPathComponent()
        }
        return folder(fallback)
    }

    private static func folder(_ url: URL) -> String {
        // FNV-1a: unlike `Hasher`, it gives the same result in each run.
        let hash = url.path.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(UInt16(truncatingIfNeeded: hash ^ hash >> 16), radix: 16)
        return plain(url.lastPathComponent) + "-" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// The arguments of a case, read by reflection, because Swift Testing does not publish them. Empty if a version of
    /// Swift Testing stores them elsewhere; then the number distinguishes the cases.
    private static func arguments(of testCase: Test.Case) -> [String] {
        func child(_ label: String, of value: Any) -> Any? {
            Mirror(reflecting: value).children.first { $0.label == label }?.value
        }
        guard let kind = child("_kind", of: testCase), let parameterized = child("parameterized", of: kind),
            let arguments = child("arguments", of: parameterized)
        else { return [] }
        return Mirror(reflecting: arguments).children.compactMap { argument in
            child("value", of: argument.value).map { value in
                (value as? any CustomTestStringConvertible)?.testDescription ?? String(describing: value)
            }
        }
    }

    /// A name of letters, digits, dots and dashes.
    private static func plain(_ name: String) -> String {
        var plain = ""
        for scalar in name.unicodeScalars {
            let isKept =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || "0123456789._".unicodeScalars.contains(scalar))
            if isKept {
                plain.unicodeScalars.append(scalar)
            } else if plain.last != "-" {
                plain += "-"
            }
        }
        while plain.last == "-" { plain.removeLast() }
        while plain.first == "-" || plain.first == "." { plain.removeFirst() }
        return plain.isEmpty ? "test" : String(plain.prefix(160))
    }
}
