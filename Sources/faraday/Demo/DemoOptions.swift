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
        var reader = OptionReader(command: "demo", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--seed": seed = try OptionValues.seed(try reader.value())
            case "--trace": trace = try Self.trace(try reader.value())
            case "--capture": capture = try OptionValues.capture(try reader.value())
            case "--speed": speed = try Self.speed(try reader.value())
            default: throw reader.unknown(option)
            }
        }
    }

    private static func trace(_ text: String) throws -> Trace {
        guard let trace = Trace(rawValue: text) else {
            throw UsageError("--trace takes text or jsonl, not '\(text)'")
        }
        return trace
    }

    private static func speed(_ text: String) throws -> Double {
        guard let speed = Double(text), speed > 0, speed.isFinite else {
            throw UsageError("--speed takes a number above 0, not '\(text)'")
        }
        return speed
    }
}
