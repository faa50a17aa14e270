/// The options of `faraday-fuzz`.
struct FuzzOptions {
    var target: String?
    var seed: UInt64 = 1
    var first = 0
    var cases = 1_000_000
    var isVerbose = false
    /// How many requests hostile browsers send; `nil` for fuzzing.
    var requests: Int?
    var wantsHelp = false
    var wantsList = false

    static let help = """
        Feeds random and mutated bytes to every decoder, to a host and a phone in any state and to a controller.

        usage: faraday-fuzz [OPTIONS]

          --target NAME  only this one (see --list)
          --cases N      how many cases, shared out over the targets (default 1000000)
          --seed N       the seed that the cases follow from (default 1)
          --first N      the number of the first case (default 0)
          --verbose      print each case's number before it runs, to find the one that traps
          --browsers N   instead of fuzzing: N requests of hostile browsers against the server of a page
          --list         the targets
          --help         this text
        """

    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            func number() throws -> UInt64 {
                guard let text = rest.popFirst(), let value = UInt64(text), value <= UInt64(Int.max) else {
                    throw Problem(description: "\(option) needs a whole number")
                }
                return value
            }
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--browsers": requests = Int(try number())
            case "--list": wantsList = true
            case "--verbose": isVerbose = true
            case "--seed": seed = try number()
            case "--first": first = Int(try number())
            case "--cases": cases = Int(try number())
            case "--target":
                guard let name = rest.popFirst(), FuzzTarget.all.contains(where: { $0.name == name }) else {
                    throw Problem(description: "--target takes one of the names that --list prints")
                }
                target = name
            default: throw Problem(description: "there is no option '\(option)'; --help lists them")
            }
        }
    }
}
