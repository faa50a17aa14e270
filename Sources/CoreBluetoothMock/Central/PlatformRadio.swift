import Foundation

/// Whether this platform has a radio of its own, which managers of the factory use unless told otherwise.
enum PlatformRadio {
    static var isPresent: Bool {
        #if targetEnvironment(simulator)
        false
        #elseif canImport(Darwin)
        true
        #else
        !(ProcessInfo.processInfo.environment["FARADAY_HCI"] ?? "").isEmpty
        #endif
    }
}
