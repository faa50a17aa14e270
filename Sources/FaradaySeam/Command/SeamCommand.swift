import Foundation

/// `faraday seam`.
public enum SeamCommand {
    /// Runs the command with what stands after its name, and returns the exit status: 0 when everything was done, 1 when it could not be, 64 for wrong
    /// options.
    public static func run(_ arguments: [String]) -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") {
            print(SeamOptions.help, terminator: "")
            return 0
        }
        do {
            return try SeamRun(SeamOptions(arguments)).run() ? 0 : 1
        } catch let mistake as SeamOptions.Mistake {
            complain(mistake.description)
            return 64
        } catch {
            complain("\(error)")
            return 1
        }
    }

    /// A line on standard error.
    static func complain(_ line: String) {
        FileHandle.standardError.write(Data("faraday seam: \(line)\n".utf8))
    }
}
