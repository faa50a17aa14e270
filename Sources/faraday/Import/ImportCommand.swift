import BluetoothWire
import FaradayDeviceFiles
import FaradayImport
import FaradaySimulation
import Foundation

/// `faraday import`: a device file out of captures.
enum ImportCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: ImportOptions
        do {
            options = try ImportOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        if options.wantsHelp {
            print(ImportOptions.help)
            return .success
        }
        if let text = ListFiles(options.files) { return write(text, options) }
        let found: CaptureImport
        do throws(CaptureProblem) {
            found = try CaptureImport(
                sources: options.files.map { path throws(CaptureProblem) in try StoredCapture(path) },
                keys: options.keys,
                resolvingKeys: options.resolvingKeys)
        } catch {
            Shell.complain("\(error)")
            return .noInput
        }
        if found.unreadPackets > 0 {
            Shell.complain("\(found.unreadPackets) packets are left out, because they can't be read")
        }
        if found.devices.isEmpty {
            Shell.complain("\(options.files.joined(separator: ", ")): no packet is of a peripheral")
            return .noInput
        }
        for remark in found.remarks { Shell.complain(remark) }
        if options.listsDevices {
            for device in found.devices { print(device.summary) }
            return .success
        }
        switch choose(found.devices, options.device) {
        case .success(let device): return write(device, options)
        case .failure(let problem):
            Shell.complain(problem.text)
            for device in found.devices { Shell.complain("  \(device.summary)") }
            return problem.status
        }
    }

    // MARK: Which device

    private struct Problem: Error {
        let text: String
        let status: ExitStatus
    }

    private static func choose(_ devices: [ImportedDevice], _ name: String?) -> Result<
        ImportedDevice, Problem
    > {
        if let name {
            let fitting = devices.filter { $0.isNamed(name) }
            if fitting.count == 1 { return .success(fitting[0]) }
            return .failure(
                fitting.isEmpty
                    ? Problem(
                        text: "no device of the capture is '\(name)'; its devices are", status: .noInput)
                    : Problem(
                        text: "several devices of the capture are '\(name)'; give the address", status: .usage
                    ))
        }
        let connected = devices.filter { !$0.links.isEmpty }
        if devices.count == 1 { return .success(devices[0]) }
        if connected.count == 1 { return .success(connected[0]) }
        return .failure(
            Problem(text: "the capture has \(devices.count) devices; --device says which one", status: .usage)
        )
    }

    // MARK: Lists of attributes

    private static func write(_ files: ListFiles, _ options: ImportOptions) -> ExitStatus {
        if let other = files.others.first {
            Shell.complain("\(other) is no list of attributes; lists and captures are not imported together")
            return .usage
        }
        guard !options.listsDevices, !options.keepsConversation else {
            Shell.complain("a list of attributes is of one device, and has no conversation")
            return .usage
        }
        return write(files.list.definition, files.list.report, options)
    }

    // MARK: The file

    private static func write(_ device: ImportedDevice, _ options: ImportOptions) -> ExitStatus {
        let rules = ImportedRules(of: device)
        var definition = device.definition(with: rules)
        var report = device.report + rules.unknowns.map { "  " + $0 }
        if options.keepsConversation {
            let recorded = RecordedConversation(of: device)
            definition.rules = definition.rules ?? DeviceRules()
            definition.rules?.conversation = recorded.conversation
            report += recorded.unknowns.map { "  " + $0 }
        }
        return write(definition, report, options)
    }

    private static func write(
        _ definition: DeviceDefinition, _ report: [String], _ options: ImportOptions
    ) -> ExitStatus {
        let text = DeviceFile(definition).text
        guard let path = options.output else {
            print(text, terminator: "")
            for line in report { Shell.say(line.asciiText, onStandardError: true) }
            return .success
        }
        var files = [(path, text)]
        if let test = options.test {
            guard definition.rules?.conversation?.steps.isEmpty == false else {
                Shell.complain(
                    "\(definition.name.asciiText) has no conversation in the capture, so there is no test of it"
                )
                return .noInput
            }
            let captures = options.files.map { URL(fileURLWithPath: $0).lastPathComponent }
            let written = ReplayTest(
                of: definition, file: FilePlace(path).relative(toFolderOf: test), app: options.app,
                captures: captures)
            files.append((test, written.text))
        }
        return write(files, report, options)
    }

    private static func write(
        _ files: [(path: String, text: String)], _ report: [String], _ options: ImportOptions
    ) -> ExitStatus {
        // Nothing that somebody has changed by hand is lost.
        if !options.isForced, let (path, _) = files.first(where: { FilePlace($0.path).isFile }) {
            Shell.complain("\(path) exists; --force overwrites it")
            return .cantCreate
        }
        for (path, text) in files {
            do {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            } catch {
                Shell.complain(FilePlace(path).writeProblem)
                return .cantCreate
            }
        }
        for line in report { print(line.asciiText) }
        for (path, _) in files { print("wrote \(path)") }
        return .success
    }
}

extension ImportedDevice {
    /// One line in a list of devices.
    fileprivate var summary: String {
        let name = name.map { " \"\($0.asciiText)\"" } ?? ""
        let links = links.isEmpty ? "" : ", \(links.count) connection\(links.count == 1 ? "" : "s")"
        return "\(identity)\(name): \(packetCount) packet\(packetCount == 1 ? "" : "s")\(links)"
    }

    /// Whether an argument means this device.
    fileprivate func isNamed(_ text: String) -> Bool {
        let identity = "\(identity)"
        return text.lowercased() == identity.lowercased()
            || identity.hasSuffix("/P") && text.lowercased() == identity.dropLast(2).lowercased()
            || text == name
    }
}
