/// A wrong use of the tool, in one line.
struct UsageError: Error {
    let text: String
    init(_ text: String) { self.text = text }
}
