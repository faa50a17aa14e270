import Foundation

/// Keeps the link to an insulin pump, also after the system has ended the app.
public protocol PumpApp: AnyObject {
    /// Whether the app's page says that the pump is connected.
    var isConnected: Bool { get }
}
