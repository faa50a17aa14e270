import FaradayDeviceFiles

/// A device that an argument names: a ready-made one, or that of a file.
enum ChosenDevice {
    case readyMade(ReadyMade)
    case file(path: String, DeviceDefinition)

    /// Whether an argument names a file.
    static func isFile(_ argument: String) -> Bool { argument.hasSuffix(".json") }

    /// Reads the name of a ready-made device, or a file; throws what is wrong.
    init(argument: String) throws {
        guard Self.isFile(argument) else {
            self = .readyMade(try ReadyMade(argument: argument))
            return
        }
        do throws(DeviceFileError) {
            self = .file(path: argument, try DeviceFile(contentsOf: argument).definition)
        } catch {
            throw UsageError("\(error)")
        }
    }

    /// The device's definition, with another name if there is one.
    func definition(name: String?) -> DeviceDefinition {
        switch self {
        case .readyMade(let device): return device.definition(name: name)
        case .file(_, var definition):
            if let name { definition.name = name }
            return definition
        }
    }

    /// What it is, for the journal.
    var kind: String {
        switch self {
        case .readyMade(let device): device.rawValue
        case .file(let path, _): "device of \(path)"
        }
    }

    /// Whether it is of a file that says what was said.
    var hasConversation: Bool {
        if case .file(_, let definition) = self { definition.rules?.conversation != nil } else { false }
    }

    var isBlinky: Bool { if case .readyMade(.blinky) = self { true } else { false } }
}
