// swift-tools-version: 6.3
import PackageDescription

// A library for CoreBluetooth. In its own tests, Faraday replaces Apple's framework; packages that use the library get
// neither the setting nor the dependency.
//   swift test                     on Linux
//   SIMULATED=1 swift test         on a Mac
#if os(Linux)
let isSimulated = true
#else
let isSimulated = Context.environment["SIMULATED"] != nil
#endif

/// Reads `CoreBluetooth` as `FaradayCoreBluetooth`, in every import and every qualified name.
let settings: [SwiftSetting] =
    isSimulated ? [.unsafeFlags(["-module-alias", "CoreBluetooth=FaradayCoreBluetooth"])] : []

func faraday(_ product: String) -> [Target.Dependency] {
    isSimulated ? [.product(name: product, package: "Faraday")] : []
}

let package = Package(
    name: "Thermometer",
    platforms: [.macOS(.v12), .iOS(.v15)],
    products: [.library(name: "Thermometer", targets: ["Thermometer"])],
    dependencies: isSimulated ? [.package(name: "Faraday", path: "../..")] : [],
    targets: [
        .target(
            name: "Thermometer", dependencies: faraday("FaradayCoreBluetooth"), swiftSettings: settings),
        .testTarget(
            name: "ThermometerTests", dependencies: ["Thermometer"] + faraday("FaradayTesting"),
            swiftSettings: settings),
    ]
)
