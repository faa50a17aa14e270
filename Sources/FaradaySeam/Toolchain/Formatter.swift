import Foundation

/// Lays out generated sources with the toolchain's `swift-format`.
struct Formatter {
    /// How generated sources look where no `.swift-format` says otherwise.
    static let defaultConfiguration = """
        {
          "version": 1,
          "lineLength": 110,
          "indentation": {
            "spaces": 4
          },
          "respectsExistingLineBreaks": true,
          "lineBreakBeforeEachArgument": false,
          "maximumBlankLines": 1,
          "rules": {
            "AllPublicDeclarationsHaveDocumentation": false,
            "AlwaysUseLowerCamelCase": false,
            "NeverForceUnwrap": false,
            "NoLeadingUnderscores": false
          },
          "indentConditionalCompilationBlocks": false
        }

        """

    /// How often the formatter runs over its own result at most. It settles at once nearly always.
    private static let mostRuns = 4

    var tool: Tool
    /// The text of the configuration.
    var configuration: String

    /// - Parameter directory: Where the sources will be; it or a directory above it may have a `.swift-format`.
    init(_ toolchain: Toolchain, for directory: String?) throws {
        tool = try toolchain.tool("swift-format")
        configuration = try directory.flatMap(Self.configuration(for:)) ?? Self.defaultConfiguration
    }

    /// The configuration that holds for a directory, which needn't exist yet.
    static func configuration(for directory: String) throws -> String? {
        var place = URL(fileURLWithPath: directory, isDirectory: true).standardizedFileURL
        while true {
            let file = place.appendingPathComponent(".swift-format")
            if FileManager.default.fileExists(atPath: file.path) {
                guard let text = try? String(contentsOf: file, encoding: .utf8) else {
                    throw SeamError("can't read \(file.path)")
                }
                return text
            }
            guard place.path != "/" else { return nil }
            place.deleteLastPathComponent()
        }
    }

    /// The text as the formatter lays it out; formatting the result again changes nothing.
    func format(_ text: String) throws -> String {
        try format([text])[0]
    }

    /// Formats all texts with one run of the formatter.
    func format(_ texts: [String]) throws -> [String] {
        var texts = texts
        var open = Array(texts.indices)
        for _ in 0..<Self.mostRuns where !open.isEmpty {
            let results = try run(open.map { texts[$0] })
            let changed = zip(open, results).filter { texts[$0] != $1 }
            for (index, result) in changed { texts[index] = result }
            open = changed.map(\.0)
        }
        return texts
    }

    private func run(_ texts: [String]) throws -> [String] {
        let place = try TemporaryDirectory()
        let rules = try place.write(configuration, to: "configuration.json")
        let files = try texts.enumerated().map { try place.write($1, to: "\($0).swift") }
        let result = try tool.run(["format", "--in-place", "--parallel", "--configuration", rules] + files)
        guard result.status == 0 else {
            let line = result.firstError.replacingOccurrences(of: place.path + "/", with: "")
            throw SeamError("swift-format can't format what was generated: \(line)")
        }
        return try files.map { file in
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                throw SeamError("swift-format left nothing in \(file)")
            }
            return text
        }
    }
}
