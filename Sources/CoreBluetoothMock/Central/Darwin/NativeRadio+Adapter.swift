#if canImport(Darwin)
import FaradayNative

extension NativeRadio {
    /// The way to Apple's framework, one for the process.
    static let adapter = NativeAdapter()
}
#endif
