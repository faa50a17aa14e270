#if canImport(Darwin)
import FaradayNative

extension NativeRadio {
    /// The adapter for Apple's framework; there is one in the process.
    static let adapter = NativeAdapter()
}
#endif
