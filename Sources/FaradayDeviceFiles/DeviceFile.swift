import FaradaySimulation

/// A device as a text: JSON that people, tools and other languages read and write. Files end in `.faraday.json`.
///
/// ```swift
/// let file = try DeviceFile(contentsOf: "strap.faraday.json")
/// let strap = world.add(file.definition)
/// ```
///
/// `Documentation/DeviceFiles.md` has the format, and `Documentation/device-file.schema.json` its JSON Schema.
public struct DeviceFile: Sendable {
    public var definition: DeviceDefinition
    /// Parts of the text that have no effect.
    public private(set) var warnings: [DeviceFileProblem] = []

    /// A file for this device.
    public init(_ definition: DeviceDefinition) { self.definition = definition }

    /// Reads a text in UTF-8. `name` names it in the error.
    ///
    /// - Throws: `DeviceFileError` with all problems that were found, each with its line.
    public init(_ text: [UInt8], name: String = "") throws(DeviceFileError) {
        let notes = FileNotes()
        var definition: DeviceDefinition?
        do {
            definition = DefinitionReader(notes).definition(try JSONParser.parse(text))
        } catch {
            notes.note("this is no JSON: \(error.text)", at: error.place)
        }
        let problems = notes.problems.sorted {
            ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
        }
        guard let definition, problems.allSatisfy(\.isWarning) else {
            throw DeviceFileError(file: name, problems: problems)
        }
        self.definition = definition
        warnings = problems
    }

    /// Reads a text. `name` names it in the error.
    ///
    /// - Throws: `DeviceFileError` with all problems that were found, each with its line.
    public init(_ text: String, name: String = "") throws(DeviceFileError) {
        try self.init(Array(text.utf8), name: name)
    }

    /// The device of the file, with another use of the conversation that is in it.
    ///
    /// ```swift
    /// let updater = world.add(try DeviceFile(contentsOf: "update.faraday.json").definition(replay: .strictAtOnce))
    /// ```
    public func definition(replay: DeviceReplay) -> DeviceDefinition {
        guard replay != .lenient || definition.rules != nil else { return definition }
        var definition = definition
        definition.rules = definition.rules ?? DeviceRules()
        definition.rules?.replay = replay
        return definition
    }

    /// The text of the file. It ends with a line break.
    ///
    /// What only Swift can say is not in it: ``swiftOnlyParts``.
    public var text: String { DefinitionWriter(definition: definition).json.text() + "\n" }

    /// The definition as Swift: a file with a static member of `DeviceDefinition`.
    ///
    /// - Parameter name: The member's name; by default it is made of the device's.
    public func swift(named name: String? = nil) -> String {
        let swift = SwiftDefinition(definition: definition)
        return swift.file(named: name ?? swift.memberName)
    }

    /// What the definition has that no file can hold, one line for each: handlers and behaviours that are closures.
    public var swiftOnlyParts: [String] { SwiftOnlyParts(of: definition).lines }
}
