import BluetoothPort
import Foundation

/// A text, and how it is compared with a property of an accessory.
@available(iOS 26.0, macCatalyst 26.0, *)
#if canImport(Darwin)
@objc(FASPropertyCompareString)
#endif
open class ASPropertyCompareString: NSObject {
    /// The text to look for.
    public let string: String
    /// How it is compared.
    public let compareOptions: NSString.CompareOptions

    public init(string: String, compareOptions: NSString.CompareOptions = []) {
        self.string = string
        self.compareOptions = compareOptions
        super.init()
    }

    convenience init(_ comparison: Accessories.Comparison) {
        self.init(
            string: comparison.text,
            compareOptions: NSString.CompareOptions(rawValue: comparison.options.rawValue))
    }

    var comparison: Accessories.Comparison { Accessories.Comparison(string, compareOptions) }

    /// Whether text and options are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASPropertyCompareString else { return false }
        return comparison == other.comparison
    }

    /// Equal for equal comparisons.
    open override var hash: Int { string.hashValue }
}

extension Accessories.Comparison {
    init(_ string: String, _ options: NSString.CompareOptions) {
        self.init(text: string, options: Accessories.CompareOptions(rawValue: options.rawValue))
    }
}
