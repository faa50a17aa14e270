#if canImport(UIKit)
@_exported import class UIKit.UIImage
#else
import Foundation

/// A picture, on platforms without UIKit: it has no pixels, only the name of its file.
///
/// Pickers of simulated phones show no pictures, so that code that gives them one needs nothing else of UIKit.
open class UIImage: NSObject {
    /// The name with which it was created.
    public let name: String?

    /// Creates an empty picture.
    public override init() {
        name = nil
        super.init()
    }

    /// Creates a picture by the name of a file; the file is not read.
    public init?(named name: String) {
        self.name = name
        super.init()
    }

    /// Creates a picture by the name of a symbol; the symbol is not read.
    public init?(systemName name: String) {
        self.name = name
        super.init()
    }
}
#endif
