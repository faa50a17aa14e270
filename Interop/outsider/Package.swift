// swift-tools-version: 6.2
import PackageDescription

// A package that depends on Faraday, as an app's does. `Interop/check-outsider` builds it and runs it.

// App code that says `import CoreBluetooth` is compiled against the façade, as in a simulator.
let asInASimulator: [SwiftSetting] = [.unsafeFlags(["-module-alias", "CoreBluetooth=FaradayCoreBluetooth"])]

let package = Package(
    name: "Outsider",
    platforms: [.macOS(.v12), .iOS(.v15)],
    dependencies: [.package(name: "Faraday", path: "../..")],
    targets: [
        // An app on the façade that joins a served air: it links FaradayAttachment, and imports nothing of it. The
        // sources of `AppCode` are those of Examples/HeartRate, by a symbolic link.
        .target(
            name: "AppCode", dependencies: [.product(name: "FaradayCoreBluetooth", package: "Faraday")],
            swiftSettings: asInASimulator),
        .executableTarget(
            name: "served-app",
            dependencies: [
                "AppCode", .product(name: "FaradayCoreBluetooth", package: "Faraday"),
                .product(name: "FaradayAttachment", package: "Faraday"),
            ],
            swiftSettings: asInASimulator),

        // One target depends on the product CoreBluetooth. Another does not, and asks whether such a module can be
        // imported: it finds ours, since all modules of a build lie in one folder, and none of the C targets' maps.
        .target(
            name: "Dependent", dependencies: [.product(name: "CoreBluetooth", package: "Faraday")]),
        .target(name: "Bystander"),
        .executableTarget(name: "bystander-check", dependencies: ["Bystander", "Dependent"]),
    ],
    swiftLanguageModes: [.v6]
)
