/// A use of the API that CoreBluetooth only logs, drops or throws; the world's policy decides what
/// follows.
///
/// Source: ledger 1.7–1.12, 1.28, 1.29, 4.17, 5.26, 6.3, 6.7.
public struct Misuse: Hashable, Sendable {
    /// Which rule was broken.
    public enum Kind: String, Hashable, Sendable {
        /// A manager's command before `.poweredOn` (ledger 1.7, 1.8, 1.9, 1.11).
        case notPoweredOn
        /// A peripheral's command while it is not connected (ledger 1.10).
        case notConnected
        /// A connecting peripheral was let go (ledger 1.28).
        case unusedConnectingPeripheral
        /// A connected peripheral was let go (ledger 1.29).
        case unusedConnectedPeripheral
        /// Discovery with no delegate to hear the result (ledger 4.17).
        case noDelegateForDiscovery
        /// A key that `startAdvertising` does not take (ledger 6.7).
        case refusedAdvertisementKey
        /// A request was answered twice, or by another manager's (ledger 6.22).
        case unknownRequest
        /// An object of another manager, or of an earlier link, was used (ledger 1.31, 4.14).
        case foreignObject
        /// An exception in Apple's framework (ledger 1.12, 5.26, 6.3): the app would have crashed.
        case exception
    }

    /// Which rule was broken.
    public var kind: Kind
    /// The call, spelled as in Swift: `CBCentralManager.connect(_:options:)`.
    public var call: String
    /// What Apple logs, word for word where the ledger has it.
    public var message: String

    /// Creates a report.
    public init(kind: Kind, call: String, message: String) {
        self.kind = kind
        self.call = call
        self.message = message
    }
}
