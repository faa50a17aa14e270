import FaradaySimulation

/// Reads values that more than one command takes; each throws one line that says what is wrong.
enum OptionValues {
    static func seed(_ text: String) throws -> UInt64 {
        guard let seed = UInt64(text) else {
            throw UsageError("--seed takes a whole number from 0 to \(UInt64.max), not '\(text)'")
        }
        return seed
    }

    static func capture(_ text: String) throws -> String {
        guard CaptureFormat(path: text) != nil else {
            throw UsageError(
                "--capture takes a file that ends in .pcapng, .btsnoop, .log or .pklg, not '\(text)'")
        }
        return text
    }

    /// A distance in metres.
    static func meters(_ text: String, of option: String) throws -> Double {
        guard let number = Double(text), number >= 0, number.isFinite else {
            throw UsageError("\(option) takes a distance in metres, not '\(text)'")
        }
        return number
    }

    /// How many seconds to wait for another process.
    static func patience(_ text: String) throws -> Double {
        guard let seconds = Double(text), 0...3600 ~= seconds else {
            throw UsageError("--patience takes a number of seconds from 0 to 3600, not '\(text)'")
        }
        return seconds
    }

    /// The number of a port of this machine. Where the tool listens, `least` is 0, which takes a free port.
    static func port(_ text: String, of option: String, from least: UInt16 = 1) throws -> UInt16 {
        guard let port = UInt16(text), port >= least else {
            throw UsageError("\(option) takes the number of a port from \(least) to 65535, not '\(text)'")
        }
        return port
    }

    /// What a device may be called: the name goes into an advertisement.
    static func deviceName(_ name: String) throws -> String {
        guard 1...29 ~= name.utf8.count else {
            throw UsageError(
                "a device's name must have 1 to 29 bytes in UTF-8, not \(name.utf8.count): '\(name)'")
        }
        return name
    }
}
