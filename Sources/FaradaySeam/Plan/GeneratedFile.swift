/// A file to write.
struct GeneratedFile {
    var name: String
    var isForTests: Bool
    var text: String
    var owners: [Int: String] = [:]
    /// Whether no value in it can go where it may not, whatever the module: the compiler need only look at the types.
    var isStraight = false
    /// The symbol of the type that the file is for.
    var facade: String?
}
