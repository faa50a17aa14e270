/// Pays at a machine.
public protocol VendingApp: AnyObject {
    /// What is left to spend.
    var cents: Int { get async }
    /// Buys a drink for 60 cents. Returns whether the machine gave it.
    @discardableResult
    func buy() async -> Bool
}
