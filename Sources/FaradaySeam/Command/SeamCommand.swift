import Foundation

/// `faraday seam`.
public enum SeamCommand {
    /// Runs the command with what stands after its name, and returns the exit status: 0 when everything was done, 1 when it could not be, 64 for wrong
    /// options.
    public static func run(_ arguments: [String]) -> Int32 {
        do {
            let module = arguments[0]
            let toolchain = try Toolchain.find()
            var search = ModuleSearch()
            var request = SeamRequest(module: module)
            var output = "/tmp/seam"
            var index = 1
            while index < arguments.count {
                switch arguments[index] {
                case "--type": request.types.append(arguments[index + 1])
                case "-I": search.includes.append(arguments[index + 1])
                case "--protocol": request.protocolName = arguments[index + 1]
                case "--output": output = arguments[index + 1]
                case "--functions": request.wantsFunctions = true; index -= 1
                case "--rename":
                    let parts = arguments[index + 1].split(separator: "=").map(String.init)
                    request.renames.append(.init(old: parts[0], new: parts[1]))
                default: throw SeamError("unknown \(arguments[index])")
                }
                index += 2
            }
            var clock = ContinuousClock.now
            func lap(_ what: String) { let now = ContinuousClock.now; print(what, now - clock); clock = now }
            let extraction = try Extractor(toolchain: toolchain, search: search).extraction(of: module)
            lap("extract")
            let interface = Interface(extraction.graph)
            lap("index")
            let outcome = try Seam(toolchain: toolchain, search: search, interface: interface, request: request, command: "faraday seam " + arguments.joined(separator: " "), progress: { print($0) }).run()
            lap("plan+check")
            let texts = try Formatter(toolchain, for: output).format(outcome.files.map(\.text))
            lap("format")
            try? FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
            for (file, text) in zip(outcome.files, texts) { try text.write(toFile: output + "/" + file.name, atomically: true, encoding: .utf8) }
            for omission in outcome.leftOut { print("LEFT OUT \(omission.title): \(omission.reason)") }
            for facade in outcome.facades { for omission in facade.omissions { print("\(facade.name): \(omission.title): \(omission.reason)") } }
            return 0
        } catch {
            print("\(error)")
            return 1
        }
    }
}
