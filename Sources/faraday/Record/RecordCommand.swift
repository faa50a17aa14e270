import BluetoothPort
import BluetoothTypes
import FaradayBridge
import FaradayDeviceFiles
import FaradayImport
import Foundation

/// `faraday record`: a device file out of a device that a controller hears, or the host's own Bluetooth.
enum RecordCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: RecordOptions
        let script: [RecordingWalk.ScriptStep]
        do {
            options = try RecordOptions(arguments)
            script = try options.script.map(steps) ?? []
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp, let output = options.output else {
            print(RecordOptions.help)
            return .success
        }
        guard options.isForced || !FilePlace(output).isFile else {
            Shell.complain("\(output) exists; --force overwrites it")
            return .cantCreate
        }
        let walk = RecordingWalk(
            options.target, script: script, listening: .milliseconds(options.seconds * 1000))
        return record(walk, to: output, options)
    }

    private static func steps(_ path: String) throws -> [RecordingWalk.ScriptStep] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw UsageError("can't read the script \(path)")
        }
        do throws(RecordingScript.Problem) {
            return try RecordingScript.steps(String(decoding: data, as: UTF8.self))
        } catch {
            throw UsageError("\(path), \(error)")
        }
    }

    private static func record(
        _ walk: RecordingWalk, to output: String, _ options: RecordOptions
    ) -> ExitStatus {
        let temporary = NSTemporaryDirectory() + "faraday-record-\(UUID().uuidString).pcapng"
        let path = options.capture ?? temporary
        defer { if options.capture == nil { try? FileManager.default.removeItem(atPath: temporary) } }
        let run = RecordRun(walk, capture: path)
        do throws(RecordRun.Failure) {
            let ending =
                if let endpoint = options.endpoint {
                    try run.overHCI(endpoint)
                } else {
                    try run.overOwnBluetooth()
                }
            return finish(ending, path, output, options)
        } catch {
            Shell.complain(error.text)
            return error.status
        }
    }

    private static func finish(
        _ ending: RecordingWalk.Ending, _ capture: String, _ output: String, _ options: RecordOptions
    ) -> ExitStatus {
        var status = ExitStatus.success
        switch ending {
        case .done: break
        case .incomplete(let text):
            Shell.complain(text)
            status = .failure
        case .unavailable(let text):
            Shell.complain(text)
            status = .unavailable
        }
        guard let data = FileManager.default.contents(atPath: capture),
            let found = try? CaptureImport(files: [[UInt8](data)]),
            let device = found.devices.first(where: { !$0.links.isEmpty })
        else { return status == .unavailable ? status : .noInput }
        let rules = ImportedRules(of: device)
        let file = DeviceFile(options.redaction.applied(to: device.definition(with: rules)))
        do {
            try Data(file.text.utf8).write(to: URL(fileURLWithPath: output))
        } catch {
            Shell.complain(FilePlace(output).writeProblem)
            return .cantCreate
        }
        for line in device.report + rules.unknowns { print(line.asciiText) }
        print("wrote \(output)")
        return status
    }
}
