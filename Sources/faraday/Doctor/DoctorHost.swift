#if os(macOS) || os(Linux)
import Foundation

/// This machine and its user, as far as the doctor looks at them.
struct DoctorHost {
    let environment = ProcessInfo.processInfo.environment
    /// The visit's own folder; what is built lies there.
    let folder: String
    /// The folder of this package's sources, where this program was compiled.
    private let package: String

    init() {
        let temporary = NSTemporaryDirectory()
        folder =
            (temporary.hasSuffix("/") ? temporary : temporary + "/") + "faraday-doctor-"
            + UUID().uuidString.prefix(8)
        package =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
    }

    func facts(_ options: DoctorOptions) -> DoctorFacts {
        let readme = try? String(contentsOfFile: package + "/README.md", encoding: .utf8)
        #if os(macOS)
        let system = DoctorFacts.System.mac
        #else
        let system = DoctorFacts.System.linux
        #endif
        return DoctorFacts(
            system: system, isQuick: options.isQuick, limit: options.limit,
            package: FilePlace(package + "/Package.swift").isFile ? package : nil, readme: readme ?? "",
            folder: folder, tool: tool, hasController: environment["FARADAY_HCI"].map { !$0.isEmpty } ?? false
        )
    }

    private var tool: String { Bundle.main.executableURL?.path ?? CommandLine.arguments[0] }

    /// The system and the machine, in one line.
    var description: String {
        #if arch(arm64)
        let processor = "arm64"
        #elseif arch(x86_64)
        let processor = "x86_64"
        #else
        let processor = "another processor"
        #endif
        let info = ProcessInfo.processInfo
        return "\(info.operatingSystemVersionString), \(processor), \(info.activeProcessorCount) processors, "
            + "\(info.physicalMemory >> 30) GB"
    }

    /// What the report must not say.
    var privateWords: PrivateWords {
        let home = NSHomeDirectory()
        var folders = [(package, "FARADAY"), (folder, "WORK"), (home, "HOME")]
        folders += folders.map { (URL(fileURLWithPath: $0.0).resolvingSymlinksInPath().path, $0.1) }
        let build = URL(fileURLWithPath: tool).deletingLastPathComponent().path
        folders.append((build, "BUILD"))
        var names: [String] = [NSUserName(), NSFullUserName()]
        names += ["USER", "LOGNAME"].compactMap { environment[$0] }
        names += NSFullUserName().split(separator: " ").map(String.init).filter { $0.count > 2 }
        let controller = ["FARADAY_HCI", "FARADAY_STORE"].compactMap { environment[$0] }
        return PrivateWords(
            folders: folders, names: names.map { ($0, "USER") } + hostNames.map { ($0, "HOST") },
            values: controller + controller.flatMap { $0.split(separator: ":").map(String.init) })
    }

    private var hostNames: [String] {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return [name, name.split(separator: ".").first.map(String.init) ?? name]
    }
}
#endif
