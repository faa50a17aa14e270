// swift-tools-version: 6.2
import PackageDescription

// Programs in which the app's time is not what it is in a test. `Interop/check-programs` builds them and runs them.

let simulation: Target.Dependency = .product(name: "FaradaySimulation", package: "Faraday")

let package = Package(
    name: "Programs",
    platforms: [.macOS(.v12), .iOS(.v15)],
    dependencies: [.package(name: "Faraday", path: "../..")],
    targets: [
        // Its main thread goes into dispatchMain(), and the main queue then runs on other threads.
        .executableTarget(name: "Serving", dependencies: [simulation]),
        // The same, when its world already waits for the main queue.
        .executableTarget(name: "Leaving", dependencies: [simulation]),
        // A part of it defines clock_gettime, as a library for profiles or for tests may do.
        .target(name: "Clocks"),
        .executableTarget(name: "Redefining", dependencies: [simulation, "Clocks"]),
    ],
    swiftLanguageModes: [.v6]
)
