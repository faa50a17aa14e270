import BluetoothWire
import FaradayDeviceFiles
import FaradayImport
import FaradayInspection
import Foundation

/// `faraday report`: a page from a trace or a capture.
enum ReportCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: ReportOptions
        do {
            options = try ReportOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp, let file = options.file else {
            print(ReportOptions.help)
            return .success
        }
        do {
            var feeds = [try feed(file, title: options.title)]
            if let other = options.other { feeds.append(try feed(other, title: nil)) }
            let output = URL(fileURLWithPath: options.output ?? page(of: file))
            let page = Data(ReportPage.html(feeds: feeds, devices: devices(file)).utf8)
            do {
                try page.write(to: output)
            } catch {
                Shell.complain("can't write \(output.path): \(error.localizedDescription)")
                return .cantCreate
            }
            print("\(output.path): \((page.count + 1023) / 1024) KB, for any browser")
            return .success
        } catch {
            Shell.complain("\(error)")
            return .noInput
        }
    }

    /// The ending of the file stays: a failed test writes `name.html` beside `name.pcapng`, which is another report.
    private static func page(of file: String) -> String { file + ".html" }

    /// Device files of those to which somebody was connected; none of a trace.
    private static func devices(_ path: String) -> [SavedDevice] {
        guard let source = try? StoredCapture(path), let found = try? CaptureImport(sources: [source]) else {
            return []
        }
        return found.devices.filter { !$0.links.isEmpty }.map { device in
            let definition = device.definition(with: ImportedRules(of: device))
            return SavedDevice(
                name: device.name ?? definition.name, address: "\(device.identity)",
                text: DeviceFile(definition).text)
        }
    }

    /// The feed of a file, packed or plain.
    private static func feed(_ path: String, title: String?) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CaptureProblem("can't read \(path)")
        }
        let title = title ?? URL(fileURLWithPath: path).lastPathComponent
        let bytes = [UInt8](data)
        do throws(CaptureProblem) {
            if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
                return try TraceFile.feed(bytes, title: title)
            }
            let capture = try CaptureFeed(bytes, title: title)
            if capture.unread > 0 {
                Shell.complain("\(path): \(capture.unread) packets are left out, because they can't be read")
            }
            return capture.packed
        } catch {
            throw CaptureProblem("\(path): \(error)")
        }
    }
}
