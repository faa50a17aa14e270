import FaradaySimulation
import Foundation

extension DeviceFile {
    /// Reads a file.
    ///
    /// - Throws: `DeviceFileError`, also if there is no such file.
    public init(contentsOf path: String) throws(DeviceFileError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw DeviceFileError(file: path, problems: [.init(Self.readProblem(path), at: nil)])
        }
        try self.init([UInt8](data), name: path)
    }

    private static func readProblem(_ path: String) -> String {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return "there is no such file"
        }
        return isFolder.boolValue ? "this is a folder" : "the file can't be read"
    }
}

extension DeviceDefinition {
    /// The device of a file that ends in `.faraday.json`.
    ///
    /// ```swift
    /// let strap = world.add(.file("strap.faraday.json"))
    /// ```
    ///
    /// A path that is not absolute is looked for in the bundle, then beside the Swift file that says this, and then in the
    /// current folder. A file that is not there or has errors is a `World.Mistake` for each of them, with its line, where
    /// the device is added; the device then has what could not be wrong: a name.
    ///
    /// - Parameters:
    ///   - path: The file, such as `strap.faraday.json`.
    ///   - bundle: A bundle with the file among its resources, such as `.module` in a package's tests.
    ///   - replay: What the device does with the conversation of the file, if there is one: nothing, unless the test says that
    ///     the app has to do the same again.
    ///   - filePath: The Swift file beside which the file is looked for.
    public static func file(
        _ path: String, in bundle: Bundle? = nil, replay: DeviceReplay = .lenient,
        filePath: StaticString = #filePath
    ) -> DeviceDefinition {
        let places = DeviceFilePlaces(path, in: bundle, beside: "\(filePath)")
        do throws(DeviceFileError) {
            guard let found = places.existing else {
                let text = "the file is not there; looked for \(places.all.joined(separator: ", "))"
                throw DeviceFileError(file: path, problems: [.init(text, at: nil)])
            }
            return try DeviceFile(contentsOf: found).definition(replay: replay)
        } catch {
            var definition = DeviceDefinition(name: path)
            definition.mistakes = error.problems.filter { !$0.isWarning }.map { $0.line(in: error.file) }
            return definition
        }
    }
}

/// Where a device file may be.
struct DeviceFilePlaces {
    /// The paths in the order in which they are tried.
    let all: [String]

    init(_ path: String, in bundle: Bundle?, beside source: String) {
        if path.hasPrefix("/") {
            all = [path]
            return
        }
        let url = URL(fileURLWithPath: path)
        let resource = bundle?.url(forResource: path, withExtension: nil)?.path
        let folder = URL(fileURLWithPath: source).deletingLastPathComponent()
        all = (resource.map { [$0] } ?? []) + [folder.appendingPathComponent(path).path, url.path]
    }

    /// The first that exists.
    var existing: String? { all.first { FileManager.default.fileExists(atPath: $0) } }
}
