import Foundation

/// Sends drawings to a plotter, in writes without response.
public protocol PlotterApp: AnyObject {
    /// How many lines of the drawing were sent.
    var sentCount: Int { get }
}
