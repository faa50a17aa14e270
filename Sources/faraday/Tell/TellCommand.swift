import FaradayBridge
import Foundation

/// `faraday tell`: has a command performed in another process's world.
enum TellCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: TellOptions
        do {
            options = try TellOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp, let address = options.address else {
            print(TellOptions.help)
            return .success
        }
        do {
            switch address {
            case .port(let port):
                print(try RemoteControl(port: port).tell(options.command, patience: options.patience))
            case .page(let port, let path):
                print(
                    try PageTeller(port: port, path: path, patience: options.patience).tell(options.command))
            }
        } catch {
            Shell.complain("\(error)")
            if case RemoteControl.Failure.unreachable = error { return .unavailable }
            return .failure
        }
        return .success
    }
}

/// Sends a command as the page does.
private struct PageTeller {
    let port: UInt16
    let path: String
    let patience: Double

    func tell(_ command: String) throws(RemoteControl.Failure) -> String {
        let connection: HCIConnection
        do {
            connection = try HCIConnection(.tcp(host: "127.0.0.1", port: port))
        } catch {
            if case .unreachable(_, let reason) = error {
                throw .unreachable(port: port, reason)
            }
            throw .unreachable(port: port, "\(error)")
        }
        defer { connection.close() }
        let lines = [
            "POST \(path)tell HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Type: text/plain",
            "Content-Length: \(command.utf8.count)", "Connection: close", "", command,
        ]
        guard (try? WorldAddress.write(lines.joined(separator: "\r\n"), on: connection)) != nil else {
            throw .noAnswer(step: command)
        }
        return try answer(received(on: connection), to: command)
    }

    /// Everything up to the end of the connection.
    private func received(on connection: HCIConnection) -> [UInt8] {
        let deadline = Date(timeIntervalSinceNow: patience)
        var bytes: [UInt8] = []
        while deadline.timeIntervalSinceNow > 0 {
            let left = deadline.timeIntervalSinceNow
            connection.wait(
                reading: true, writing: false, milliseconds: Int32(min(max(0, left) * 1000 + 1, 3_600_000)))
            guard let more = try? connection.readAvailable() else { break }
            bytes += more
        }
        return bytes
    }

    private func answer(_ bytes: [UInt8], to command: String) throws(RemoteControl.Failure) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { throw .noAnswer(step: command) }
        guard text.hasPrefix("HTTP/1.1 200 "),
            let object = try? JSONSerialization.jsonObject(with: Data(text[end.upperBound...].utf8)),
            let fields = object as? [String: Any], let words = fields["text"] as? String
        else { throw .refused("there is no page at this address; was it another run's?") }
        guard fields["ok"] as? Bool == true else { throw .refused(words) }
        return words
    }
}
