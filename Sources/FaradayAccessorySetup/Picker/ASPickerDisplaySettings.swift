import BluetoothPort
import Foundation

/// How the picker looks for accessories.
@available(iOS 26.0, macCatalyst 26.0, *)
#if canImport(Darwin)
@objc(FASPickerDisplaySettings)
#endif
open class ASPickerDisplaySettings: NSObject, NSCopying {
    /// How long the picker looks for accessories, in seconds.
    public struct DiscoveryTimeout: RawRepresentable, Hashable, Sendable {
        /// The time in seconds.
        public var rawValue: TimeInterval
        /// Wraps a time in seconds.
        public init(rawValue: TimeInterval) { self.rawValue = rawValue }
        /// About a minute.
        public static let short = DiscoveryTimeout(rawValue: 60)
        /// About two minutes.
        public static let medium = DiscoveryTimeout(rawValue: 120)
        /// About five minutes.
        public static let long = DiscoveryTimeout(rawValue: 300)
        /// Until `finishPickerDiscovery()` is called.
        @available(iOS 26.1, macCatalyst 26.1, *)
        public static let unbounded = DiscoveryTimeout(rawValue: .infinity)
    }

    /// What else the picker does.
    @available(iOS 26.1, macCatalyst 26.1, *)
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The app decides which of the found accessories the picker shows (behaviour 28.11).
        public static let filterDiscoveryResults = Options(rawValue: 1 << 0)
    }

    private struct Contents {
        var timeout = DiscoveryTimeout(rawValue: 30)
        var options: UInt = 0
    }

    private let contents = Lock(Contents())

    /// New settings: half a minute, and no options.
    open class var `default`: ASPickerDisplaySettings { ASPickerDisplaySettings() }

    /// How long the picker looks for accessories.
    open var discoveryTimeout: DiscoveryTimeout {
        get { contents.withLock { $0.timeout } }
        set { contents.withLock { $0.timeout = newValue } }
    }

    /// What else the picker does.
    @available(iOS 26.1, macCatalyst 26.1, *)
    open var options: Options {
        get { Options(rawValue: contents.withLock { $0.options }) }
        set { contents.withLock { $0.options = newValue.rawValue } }
    }

    /// Other settings with the same contents.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASPickerDisplaySettings()
        let contents = contents.withLock { $0 }
        copy.contents.withLock { $0 = contents }
        return copy
    }

    var value: Accessories.PickerSettings {
        contents.withLock { contents in
            let seconds = contents.timeout.rawValue
            return Accessories.PickerSettings(
                timeout: seconds.isFinite ? seconds : nil, filtersDiscovery: contents.options & 1 == 1)
        }
    }
}
