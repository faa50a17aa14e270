/// Keeps the link to a tag on a key ring. The tag ends links to apps that don't write its key.
public protocol TagApp: AnyObject {
    /// What the app shows: "searching", "near", or what is wrong.
    var status: String { get }
}
