import Foundation

/// The Swift toolchain of this machine: where its programs are, and what it compiles for.
struct Toolchain: Sendable {
    let swiftc: Tool
    /// The triple for which the compiler compiles when it isn't told: `arm64-apple-macosx15.0`.
    let target: String
    /// The SDK that the compiler needs; there is one on a Mac only.
    let sdk: String?
    /// Where compiled Clang modules are kept between runs. It is never inside the user's package.
    let moduleCache: String
    /// The directory of the toolchain's programs, as the compiler's own resources tell.
    private let programs: String
    /// What the compiler's driver hands to the frontend unasked: where the plugins of macros are.
    let frontendDefaults: [String]

    init(swiftc: String, sdk: String?) throws {
        self.swiftc = Tool(path: swiftc)
        self.sdk = sdk
        let info = try Self.targetInfo(of: self.swiftc, sdk: sdk)
        target = info.target.triple
        programs =
            URL(fileURLWithPath: info.paths.runtimeResourcePath).appendingPathComponent("../../bin")
            .standardizedFileURL.path
        moduleCache = Self.makeModuleCache()
        frontendDefaults = try Self.askForFrontendDefaults(self.swiftc, target, sdk)
    }

    /// Looks for the toolchain: `SWIFT_TOOLCHAIN` (a toolchain's directory, its `usr` or its `bin`), then `PATH`.
    /// On a Mac `xcrun` tells where Xcode has it, unless another one stands in `PATH` first.
    static func find(in environment: [String: String] = ProcessInfo.processInfo.environment) throws
        -> Toolchain
    {
        if let place = environment["SWIFT_TOOLCHAIN"], !place.isEmpty {
            let candidates = ["/usr/bin/swiftc", "/bin/swiftc", "/swiftc"].map { place + $0 }
            guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
                throw SeamError("there is no usr/bin/swiftc in SWIFT_TOOLCHAIN (\(place))")
            }
            return try Toolchain(swiftc: path, sdk: macSDK(environment))
        }
        let found = search("swiftc", in: environment["PATH"] ?? "")
        // On a Mac, this one only stands for the one that Xcode has.
        let path = found == "/usr/bin/swiftc" ? xcrun(["--find", "swiftc"]) ?? found : found
        if let path = path ?? xcrun(["--find", "swiftc"]) {
            return try Toolchain(swiftc: path, sdk: macSDK(environment))
        }
        throw SeamError("there is no swiftc in PATH; set SWIFT_TOOLCHAIN to the toolchain's directory")
    }

    /// A program that stands beside the compiler.
    func tool(_ name: String) throws -> Tool {
        let directory = (swiftc.path as NSString).deletingLastPathComponent
        // The compiler in PATH may be a link, or a stand-in of a manager of toolchains.
        for place in [directory, programs]
        where FileManager.default.isExecutableFile(atPath: "\(place)/\(name)") {
            return Tool(path: "\(place)/\(name)")
        }
        if let path = Self.xcrun(["--find", name]) { return Tool(path: path) }
        throw SeamError("the toolchain at \(directory) has no \(name)")
    }

    private static func askForFrontendDefaults(_ swiftc: Tool, _ target: String, _ sdk: String?) throws
        -> [String]
    {
        let place = try TemporaryDirectory()
        let source = try place.write("", to: "empty.swift")
        let sdkArguments = sdk.map { ["-sdk", $0] } ?? []
        let result = try swiftc.run(["-###", "-typecheck", source, "-target", target] + sdkArguments)
        guard result.status == 0 else { return [] }
        return pluginArguments(in: words(of: result.text))
    }
}

extension Toolchain {
    private struct TargetInfo: Decodable {
        struct Target: Decodable {
            var triple: String
        }

        struct Paths: Decodable {
            var runtimeResourcePath: String
        }

        var target: Target
        var paths: Paths
    }

    private static func targetInfo(of swiftc: Tool, sdk: String?) throws -> TargetInfo {
        let result = try swiftc.run(["-print-target-info"] + (sdk.map { ["-sdk", $0] } ?? []))
        guard let info = try? JSONDecoder().decode(TargetInfo.self, from: result.output) else {
            throw SeamError("\(swiftc.path) doesn't say for which target it compiles: \(result.firstError)")
        }
        return info
    }

    static func search(_ name: String, in path: String) -> String? {
        path.split(separator: ":").map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    private static func macSDK(_ environment: [String: String]) -> String? {
        if let sdk = environment["SDKROOT"], !sdk.isEmpty { return sdk }
        return xcrun(["--show-sdk-path", "--sdk", "macosx"])
    }

    /// The SDK for a triple; `nil` where the compiler needs none.
    func sdk(for target: String?) -> String? {
        guard let target, sdk != nil, let platform = Self.platform(of: target), platform != "macosx" else {
            return sdk
        }
        return Self.xcrun(["--show-sdk-path", "--sdk", platform])
    }

    /// Apple's name for what a triple compiles for: `arm64-apple-ios17.0-simulator` is `iphonesimulator`.
    static func platform(of target: String) -> String? {
        let parts = target.split(separator: "-")
        guard parts.count >= 3, parts[1] == "apple" else { return nil }
        let isSimulator = parts.last == "simulator"
        let platforms = [
            ("macos", "macosx", "macosx"), ("ios", "iphoneos", "iphonesimulator"),
            ("tvos", "appletvos", "appletvsimulator"), ("watchos", "watchos", "watchsimulator"),
            ("xros", "xros", "xrsimulator"),
        ]
        // Catalyst's SDK is the Mac's.
        if parts.last == "macabi" { return "macosx" }
        return platforms.first { parts[2].hasPrefix($0.0) }.map { isSimulator ? $0.2 : $0.1 }
    }

    /// What `xcrun` prints; there is no `xcrun` but on a Mac.
    private static func xcrun(_ arguments: [String]) -> String? {
        #if os(macOS)
        guard let result = try? Tool(path: "/usr/bin/xcrun").run(arguments), result.status == 0 else {
            return nil
        }
        let line = result.text.trimmingCharacters(in: .whitespacesAndNewlines)
        return line.isEmpty ? nil : line
        #else
        return nil
        #endif
    }

    /// In the user's folder for caches, which others can't write to, or in the temporary one where a sandbox forbids that.
    private static func makeModuleCache(_ environment: [String: String] = ProcessInfo.processInfo.environment)
        -> String
    {
        let files = FileManager.default
        let home =
            environment["XDG_CACHE_HOME"]
            ?? environment["HOME"].map {
                $0 + (files.fileExists(atPath: $0 + "/Library") ? "/Library/Caches" : "/.cache")
            }
        if let home {
            let place = home + "/faraday-seam/ModuleCache"
            try? files.createDirectory(atPath: place, withIntermediateDirectories: true)
            if files.createFile(atPath: place + "/.used", contents: Data()) { return place }
        }
        return files.temporaryDirectory.path + "/faraday-seam-\(ProcessInfo.processInfo.processIdentifier)"
    }

    /// The words of a command line as a shell would see them.
    static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    static func pluginArguments(in words: [String]) -> [String] {
        let options: Set = [
            "-plugin-path", "-external-plugin-path", "-in-process-plugin-server-path", "-load-plugin-library",
        ]
        return zip(words, words.dropFirst()).flatMap { options.contains($0) ? [$0, $1] : [] }
    }
}
