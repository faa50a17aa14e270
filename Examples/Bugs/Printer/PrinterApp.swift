import Foundation

/// Prints receipts.
public protocol PrinterApp: AnyObject {
    var status: PrinterStatus { get }
    /// The user taps "Print".
    func printReceipt(_ text: Data)
}

/// What the app shows.
public enum PrinterStatus: Equatable {
    case idle
    /// A spinner.
    case printing
    case printed
    /// "The printer did not answer."
    case failed
}
