import Foundation

/// Whether this platform has its own radio; managers of the factory use it unless `forceMock` is set.
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
