#if os(macOS) || os(Linux)
import Foundation

/// The compiler that this test was built with, and what it left behind.
enum Toolchain {
    struct NotFound: Error, CustomStringConvertible {
        let description: String
    }

    static func symbolGraphExtract() throws -> URL {
        #if os(macOS)
        return URL(
            fileURLWithPath: try run(
                URL(fileURLWithPath: "/usr/bin/xcrun"), ["--find", "swift-symbolgraph-extract"]))
        #else
        return try binary("swift-symbolgraph-extract")
        #endif
    }

    static func sdk() throws -> String? {
        #if os(macOS)
        return try run(URL(fileURLWithPath: "/usr/bin/xcrun"), ["--show-sdk-path", "--sdk", "macosx"])
        #else
        return nil
        #endif
    }

    /// The triple of this machine; on macOS with the version of Package.swift.
    static func target() throws -> String {
        #if os(macOS)
        #if arch(arm64)
        return "arm64-apple-macosx12.0"
        #else
        return "x86_64-apple-macosx12.0"
        #endif
        #else
        struct Info: Decodable {
            struct Target: Decodable { let unversionedTriple: String }
            let target: Target
        }
        let text = try run(binary("swiftc"), ["-print-target-info"])
        return try JSONDecoder().decode(Info.self, from: Data(text.utf8)).target.unversionedTriple
        #endif
    }

    /// The nearest folder of modules above this test's own binary.
    static func modules(of module: String) throws -> URL {
        let start = try testBinary()
        var folder = start.deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            for candidate in [folder.appendingPathComponent("Modules"), folder]
            where FileManager.default.fileExists(
                atPath: candidate.appendingPathComponent("\(module).swiftmodule").path)
            {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        throw NotFound(description: "no \(module).swiftmodule above \(start.path)")
    }

    /// What the compiler has to be told of the C modules that were built beside the Swift ones.
    static func moduleMaps(beside modules: URL) throws -> [String] {
        let products = modules.lastPathComponent == "Modules" ? modules.deletingLastPathComponent() : modules
        let folders = try FileManager.default.contentsOfDirectory(
            at: products, includingPropertiesForKeys: nil)
        let maps = folders.filter { $0.pathExtension == "build" }.map {
            $0.appendingPathComponent("module.modulemap").path
        }
        return maps.sorted().filter(FileManager.default.fileExists(atPath:)).flatMap {
            ["-Xcc", "-fmodule-map-file=\($0)"]
        }
    }

    private static func testBinary() throws -> URL {
        #if os(Linux)
        return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        var info = Dl_info()
        guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else {
            throw NotFound(description: "this test's binary is unknown")
        }
        return URL(fileURLWithPath: String(cString: name))
        #endif
    }

    #if os(Linux)
    /// A program of the toolchain whose library is loaded here, else of the search path.
    private static func binary(_ name: String) throws -> URL {
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        let library = maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }
        var folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: String($0)) }
        if let path = library?.split(separator: " ", maxSplits: 5).last {
            // …/usr/lib/swift/linux/libswiftCore.so
            var usr = URL(fileURLWithPath: path.trimmingCharacters(in: .whitespaces))
            for _ in 0..<4 { usr.deleteLastPathComponent() }
            folders.insert(usr.appendingPathComponent("bin"), at: 0)
        }
        for folder in folders {
            let file = folder.appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: file.path) { return file }
        }
        throw NotFound(description: "\(name) is neither beside the loaded libswiftCore nor in PATH")
    }
    #endif

    #if os(Linux)
    /// What the compiler says of a file in Swift 6 mode that imports our modules.
    static func complaints(about source: String) throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-\(UUID().uuidString).swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let modules = try modules(of: "FaradayCoreBluetooth")
        let maps = try moduleMaps(beside: modules)
        let (_, complaint, _) = try output(
            of: binary("swiftc"),
            ["-typecheck", "-swift-version", "6", "-I", modules.path] + maps + [file.path])
        return complaint
    }
    #endif

    /// Runs a program and hands back what it printed, without the end of the last line.
    static func run(_ program: URL, _ arguments: [String]) throws -> String {
        let (text, complaint, status) = try output(of: program, arguments)
        guard status == 0 else {
            throw NotFound(description: "\(program.path) \(arguments): \(complaint)")
        }
        return text.trimmingCharacters(in: .newlines)
    }

    private static func output(
        of program: URL, _ arguments: [String]
    ) throws -> (text: String, complaint: String, status: Int32) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        // The runtime settings of a sanitised test are not for the compiler.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasSuffix("SAN_OPTIONS") }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, complaint, process.terminationStatus)
    }
}
#endif
