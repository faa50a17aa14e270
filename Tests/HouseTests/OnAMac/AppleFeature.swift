/// A feature that is something else on Apple's platforms, and the folders and files in which that is. A file belongs to the
/// row with the longest beginning of its path.
struct AppleFeature {
    let name: String
    let places: [String]

    static let all = [
        AppleFeature(
            name: "The `CB…` classes: key-value observing, Objective-C names", "Sources/FaradayCoreBluetooth/"
        ),
        AppleFeature(name: "One import: `PortableCoreBluetooth`", "Sources/PortableCoreBluetooth/"),
        AppleFeature(name: "Apple's framework as the radio: `NativeAdapter`", "Sources/FaradayNative/"),
        AppleFeature(name: "The async client on Apple's framework", "Sources/FaradayClient/"),
        AppleFeature(
            name: "AccessorySetupKit, Nearby Interaction", "Sources/FaradayAccessorySetup/",
            "Sources/FaradayNearbyInteraction/"),
        AppleFeature(name: "The names of CoreBluetoothMock", "Sources/CoreBluetoothMock/"),
        AppleFeature(
            name: "An app's own time: `FaradayInterposition`", "Sources/FaradayAppTime/",
            "Sources/CInterposition/",
            "Sources/CInterposer/", "Sources/FaradayInterposition/",
            "Sources/FaradaySimulation/World/AppTime/"),
        AppleFeature(
            name: "Worlds: threads, locks, the main queue", "Sources/FaradaySimulation/",
            "Sources/BluetoothPort/"),
        AppleFeature(
            name: "Tests and explorations", "Sources/FaradayTesting/", "Sources/FaradayExploration/"),
        AppleFeature(
            name: "Sockets and serial ports, also of apps in simulators", "Sources/FaradayLive/",
            "Sources/FaradayBridge/"),
        AppleFeature(name: "Recordings", "Sources/FaradayRecording/"),
        AppleFeature(name: "Seams of Apple's modules", "Sources/FaradaySeam/", "Sources/faraday/Seam/"),
        AppleFeature(name: "The tool", "Sources/faraday/"),
        AppleFeature(
            name: "SwiftUI: views and previews of the pages",
            "Tests/FaradayClientTests/ClientPage/StrapView.swift",
            "Tests/PortConformanceTests/Shipping/DoorbellView.swift"),
        AppleFeature(name: "A project for Xcode", "Examples/XcodeApp/"),
        AppleFeature(
            name: "Examples, benchmarks, checks", "Examples/", "Benchmarks/", "Fuzzing/", "Interop/"),
        AppleFeature(name: "This package's own tests", "Tests/"),
    ]

    private init(name: String, _ places: String...) { (self.name, self.places) = (name, places) }

    /// The row of a file.
    static func of(_ path: String) -> Int? {
        let lengths = all.map { feature in
            feature.places.filter { path.hasPrefix($0) }.map(\.count).max() ?? 0
        }
        guard let longest = lengths.max(), longest > 0 else { return nil }
        return lengths.firstIndex(of: longest)
    }
}
