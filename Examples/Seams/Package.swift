// swift-tools-version: 6.3
import PackageDescription

// Apps on modules that can't be mocked, with the seams that `faraday seam` wrote for them: `generate` has the commands.
//   swift test
let bluetooth = Target.Dependency.product(name: "FaradayCoreBluetooth", package: "Faraday")
let testing = Target.Dependency.product(name: "FaradayTesting", package: "Faraday")

let package = Package(
    name: "FaradaySeams",
    platforms: [.macOS(.v12), .iOS(.v15)],
    dependencies: [.package(name: "Faraday", path: "../..")],
    targets: [
        // A vendor's singleton, from before Swift 6.
        .target(name: "AcmeSdk", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "RoadRunner", dependencies: ["AcmeSdk"]),
        .testTarget(name: "RoadRunnerTests", dependencies: ["RoadRunner"]),

        // A manager with a delegate.
        .target(name: "Locations"),
        .target(name: "Compass", dependencies: ["Locations"]),
        .testTarget(name: "CompassTests", dependencies: ["Compass"]),

        // CoreBluetooth, with spies and in a world.
        .target(name: "BluetoothManager", dependencies: [bluetooth]),
        .testTarget(name: "BluetoothManagerTests", dependencies: ["BluetoothManager", testing]),

        // A C library: apt-get install zlib1g-dev
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "Compressor", dependencies: ["CZlib"]),
        .testTarget(name: "CompressorTests", dependencies: ["Compressor"]),

        // A library of functions.
        .target(name: "SwiftyScanner"),
        .target(name: "Beachcomber", dependencies: ["SwiftyScanner"]),
        .testTarget(name: "BeachcomberTests", dependencies: ["Beachcomber"]),

        // Foundation.
        .target(name: "Downloader"),
        .testTarget(name: "DownloaderTests", dependencies: ["Downloader"]),
        .target(name: "Cabinet"),
        .testTarget(name: "CabinetTests", dependencies: ["Cabinet"]),

        // Some of these apps as they were before they had a seam. `--used-in` reads there what they use.
        .target(name: "Before", dependencies: [bluetooth, "CZlib"]),
    ],
    swiftLanguageModes: [.v6]
)
