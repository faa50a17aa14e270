import Foundation

/// The LED Button service: a light to switch and a button to watch.
enum LEDButton {
    static let service = CBUUID(string: "00001523-1212-EFDE-1523-785FEABCD123")
    static let button = CBUUID(string: "00001524-1212-EFDE-1523-785FEABCD123")
    static let led = CBUUID(string: "00001525-1212-EFDE-1523-785FEABCD123")
    /// A line of text that newer models show on a display.
    static let label = CBUUID(string: "00001526-1212-EFDE-1523-785FEABCD123")
}

/// The notifications of a blinky, posted on the main queue with the `BlinkyPeripheral` as object.
extension Notification.Name {
    /// Connected, discovered and read: the LED can be switched.
    static let blinkyIsReady = Notification.Name("blinkyIsReady")
    /// The link ended, or could not be established; the error is in `lastError`.
    static let blinkyDidDisconnect = Notification.Name("blinkyDidDisconnect")
    /// The LED was switched, or read.
    static let blinkyLEDDidChange = Notification.Name("blinkyLEDDidChange")
    /// The button was pressed or released.
    static let blinkyButtonDidChange = Notification.Name("blinkyButtonDidChange")
    /// The label was written.
    static let blinkyLabelDidChange = Notification.Name("blinkyLabelDidChange")
    /// The name of the device changed.
    static let blinkyNameDidChange = Notification.Name("blinkyNameDidChange")
    /// The signal strength was read.
    static let blinkyRSSIDidChange = Notification.Name("blinkyRSSIDidChange")
    /// A request failed; the error is in `lastError`.
    static let blinkyDidFail = Notification.Name("blinkyDidFail")
}

/// The errors of a blinky.
enum BlinkyError: Error {
    /// It has no LED Button service, or the service is incomplete.
    case unsupported
}
