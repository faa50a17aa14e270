import FaradayBridge
import Foundation

/// `faraday watch`: a table of a running world, or its events line by line.
enum WatchCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: WatchOptions
        do {
            options = try WatchOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp, let address = options.address else {
            print(WatchOptions.help)
            return .success
        }
        let reader: FeedReader
        do {
            reader = try address.openFeed()
        } catch {
            if case LiveError.unreachable(_, let reason) = error {
                Shell.complain("there is no world on port \(address.port) of this machine: \(reason)")
            } else {
                Shell.complain("\(error)")
            }
            return .unavailable
        }
        return follow(reader, options)
    }

    private static func follow(_ reader: FeedReader, _ options: WatchOptions) -> ExitStatus {
        var reader = reader
        var table = FeedTable(events: options.events)
        let drawsTable = isatty(1) == 1 && !options.wantsLines
        while let lines = reader.next(milliseconds: 1000) {
            for line in lines {
                let (hadBegun, wasPresent) = (table.hasBegun, table.isPresent)
                let event = table.add(line)
                guard !drawsTable else { continue }
                // The errors' output says what is replayed: it is no event.
                if table.hasBegun, !hadBegun { Shell.complain("replaying what happened before") }
                if table.isPresent, !wasPresent { Shell.complain("from here on it happens now") }
                guard let event else { continue }
                write(event + "\n")
            }
            // The cursor goes home, and what is left of the earlier table is erased.
            if drawsTable, !lines.isEmpty {
                let text = table.text(fitting: TerminalSize.current).replacingOccurrences(
                    of: "\n", with: "\u{1B}[K\n")
                write("\u{1B}[H" + text + "\u{1B}[J")
                // Often enough for eyes, and seldom enough for the terminal.
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        reader.close()
        guard table.hasBegun else {
            Shell.complain("the other end is no served world, or it does not take commands there")
            return .failure
        }
        return .success
    }

    private static func write(_ text: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
