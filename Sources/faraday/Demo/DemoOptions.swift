import Foundation

/// The options of `faraday demo`.
struct DemoOptions {
    enum Trace: String {
        case text
        case jsonl
    }

    var seed: UInt64 = 1
    var trace: Trace?
    var capture: String?
    var speed: Double?
    var wantsHelp = false

    static let help = """
        Runs Examples/HeartRate, an app written for CoreBluetooth and not changed, in two acts: against a
        simulated heart-rate strap that walks out of range and back, and against a second app that makes
        another simulated phone the sensor. Prints what happens, with the virtual time, and the figures.

        usage: faraday demo [OPTIONS]

          --seed N            the seed that all randomness follows from (default 1)
          --trace text|jsonl  print every value that crossed a floor instead of the story
          --capture FILE      where the capture goes: btsnoop if it ends in .btsnoop or .log, pcapng if it
                              ends in .pcapng (default: faraday-demo.pcapng in the temporary folder)
          --speed N           tie virtual time to the wall clock, N times as fast (default: as fast as it goes)
          --help              this text
        """

    /// Reads the arguments behind `demo`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            func value() throws -> String {
                if parts.count == 2 { return String(parts[1]) }
                guard let next = rest.popFirst() else { throw UsageError("\(name) needs a value") }
                return next
            }
            switch name {
            case "--help", "-h": wantsHelp = true
            case "--seed": seed = try Self.seed(try value())
            case "--trace": trace = try Self.trace(try value())
            case "--capture": capture = try Self.capture(try value())
            case "--speed": speed = try Self.speed(try value())
            default: throw UsageError("demo has no option '\(option)'; 'faraday demo --help' lists them")
            }
        }
    }

    static func seed(_ text: String) throws -> UInt64 {
        guard let seed = UInt64(text) else {
            throw UsageError("--seed takes a whole number from 0 to \(UInt64.max), not '\(text)'")
        }
        return seed
    }

    private static func trace(_ text: String) throws -> Trace {
        guard let trace = Trace(rawValue: text) else {
            throw UsageError("--trace takes text or jsonl, not '\(text)'")
        }
        return trace
    }

    static func capture(_ text: String) throws -> String {
        guard [".pcapng", ".btsnoop", ".log"].contains(where: text.lowercased().hasSuffix) else {
            throw UsageError("--capture takes a file that ends in .pcapng, .btsnoop or .log, not '\(text)'")
        }
        return text
    }

    private static func speed(_ text: String) throws -> Double {
        guard let speed = Double(text), speed > 0, speed.isFinite else {
            throw UsageError("--speed takes a number above 0, not '\(text)'")
        }
        return speed
    }
}

/// A wrong use of the tool, in one line.
struct UsageError: Error {
    let text: String
    init(_ text: String) { self.text = text }
}
