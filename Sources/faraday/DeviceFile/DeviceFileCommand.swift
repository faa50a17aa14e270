import FaradayDeviceFiles

/// `faraday device-file`: what is wrong with device files, the same device as Swift, and ready-made devices as files.
enum DeviceFileCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: DeviceFileOptions
        do {
            options = try DeviceFileOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        switch options.task {
        case .check(let files): return files.map(check).allSatisfy { $0 } ? .success : .failure
        case .swift(let file, let name): return writeSwift(file, name)
        case .export(let device): return export(device)
        case nil:
            print(DeviceFileOptions.help)
            return .success
        }
    }

    private static func check(_ path: String) -> Bool {
        do throws(DeviceFileError) {
            let file = try DeviceFile(contentsOf: path)
            for warning in file.warnings { Shell.say(warning.line(in: path), onStandardError: true) }
            Shell.say("\(path): \(summary(of: file.definition))")
            return true
        } catch {
            Shell.say("\(error)", onStandardError: true)
            return false
        }
    }

    private static func summary(of definition: DeviceDefinition) -> String {
        let characteristics = definition.services.reduce(0) { $0 + $1.characteristics.count }
        let parts = [
            count(definition.advertising.count, "advertising set"),
            count(definition.services.count, "service"),
            count(characteristics, "characteristic"), count(definition.rules?.rules.count ?? 0, "rule"),
        ]
        return "'\(definition.name.asciiText)', \(parts.joined(separator: ", ")), no errors"
    }

    private static func count(_ number: Int, _ word: String) -> String {
        "\(number) \(word)\(number == 1 ? "" : "s")"
    }

    private static func writeSwift(_ path: String, _ name: String?) -> ExitStatus {
        do throws(DeviceFileError) {
            print(try DeviceFile(contentsOf: path).swift(named: name), terminator: "")
            return .success
        } catch {
            Shell.say("\(error)", onStandardError: true)
            return .failure
        }
    }

    private static func export(_ device: ReadyMade) -> ExitStatus {
        let file = DeviceFile(device.definition(name: nil))
        print(file.text, terminator: "")
        for part in file.swiftOnlyParts {
            Shell.complain("not in the file, because only Swift can say it: \(part)")
        }
        return .success
    }
}
