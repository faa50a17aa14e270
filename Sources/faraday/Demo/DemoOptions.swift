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
    var inspects = false
    var wantsHelp = false

    static let help = """
        Runs apps as they would stand in Xcode, in four acts. In the first, Examples/HeartRate uses a simulated
        heart-rate strap that goes out of range and comes back. In the second, a second app makes another
        simulated phone the sensor. The third runs the same app again, written with the async client
        (Examples/HeartRateClient). In the fourth, Examples/TagFinder for iOS 27 measures how far away a tag is
        that is carried through a room. Prints what happens, with the virtual time, and figures at the end.

        usage: faraday demo [OPTIONS]

          --seed N            the seed of all randomness (default 1)
          --trace text|jsonl  print every command, event and packet instead of the story
          --capture FILE      write the capture to FILE: pcapng if it ends in .pcapng, btsnoop if it ends in .btsnoop
                              or .log, PacketLogger's format if it ends in .pklg, with the HCI of the first phone only
                              (default: faraday-demo.pcapng in the temporary folder)
          --speed N           run N times as fast as the wall clock (default: as fast as possible)
          --inspect           show the world in a browser, in real time (--speed 1) if there is no --speed; prints the
                              address first, and stays after the end until it is interrupted
          --help              print this text
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
            case "--inspect": inspects = true
            case "--speed": speed = try Self.speed(try reader.value())
            default: throw reader.unknown(option)
            }
        }
        if inspects, speed == nil { speed = 1 }
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
