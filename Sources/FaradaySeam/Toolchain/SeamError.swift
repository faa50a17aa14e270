/// Why something could not be done, in one line for the user.
struct SeamError: Error, Hashable, CustomStringConvertible {
    var message: String

    init(_ message: String) {
        self.message = message
    }

    var description: String { message }
}
