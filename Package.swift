// swift-tools-version: 6.3
import PackageDescription

// Apple's module comes from Objective-C headers, which the compiler does not check for concurrency. To app code
// that imports it `@preconcurrency` ours is like it only in language mode 5: there, too, what is not `Sendable`
// draws no warning.
let asHeaders: [SwiftSetting] = [.swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency")]

// What is written in the style of code that uses CoreBluetoothMock elsewhere, which is not in language mode 6.
let asAdopters: [SwiftSetting] = [.swiftLanguageMode(.v5)]

// What says `import CoreBluetooth`, `import AccessorySetupKit` or `import NearbyInteraction`, as apps do. Where Apple's framework is, a target of
// that name would hide it from everything in the package, `FaradayNative` first. There the compiler is told to take the
// name for the façade's: the setting that Documentation/Shipping.md gives to apps. It counts as unsafe, so nothing that
// a library product needs may have it: SwiftPM may refuse a product with such a target to packages that ask for a
// version of this one.
#if canImport(Darwin)
let coreBluetooth = "FaradayCoreBluetooth"
let accessorySetupKit = "FaradayAccessorySetup"
let nearbyInteraction = "FaradayNearbyInteraction"
let aliases = [
    "-module-alias", "CoreBluetooth=FaradayCoreBluetooth",
    "-module-alias", "AccessorySetupKit=FaradayAccessorySetup",
    "-module-alias", "NearbyInteraction=FaradayNearbyInteraction",
]
let asAppCode: [SwiftSetting] = [.unsafeFlags(aliases)]
let underAppleName: [Target] = []
#else
let coreBluetooth = "CoreBluetooth"
let accessorySetupKit = "AccessorySetupKit"
let nearbyInteraction = "NearbyInteraction"
let asAppCode: [SwiftSetting] = []
let underAppleName: [Target] = [
    .target(
        name: "CoreBluetooth",
        dependencies: ["FaradayCoreBluetooth", "FaradayAttachment"],
        swiftSettings: asHeaders),
    .target(
        name: "AccessorySetupKit", dependencies: ["FaradayAccessorySetup"], swiftSettings: asHeaders),
    .target(
        name: "NearbyInteraction", dependencies: ["FaradayNearbyInteraction"], swiftSettings: asHeaders),
]
#endif

// The floors, top to bottom, are in HANDBOOK.md; imports point down only.
let package = Package(
    name: "Faraday",
    platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        .library(name: "FaradayCoreBluetooth", targets: ["FaradayCoreBluetooth"]),
        .library(name: "FaradaySimulation", targets: ["FaradaySimulation"]),
        .library(name: "FaradayExploration", targets: ["FaradayExploration"]),
        .library(name: "FaradayDeviceFiles", targets: ["FaradayDeviceFiles"]),
        .library(name: "FaradayTesting", targets: ["FaradayTesting"]),
        .library(name: "FaradayClient", targets: ["FaradayClient"]),
        .library(name: "BluetoothProfiles", targets: ["BluetoothProfiles"]),
        .library(name: "FaradayProtocol", targets: ["FaradayProtocol"]),
        .library(name: "FaradayBridge", targets: ["FaradayBridge"]),
        .library(name: "FaradayAttachment", targets: ["FaradayAttachment"]),
        .library(name: "FaradayNative", targets: ["FaradayNative"]),
        .library(name: "FaradayRecording", targets: ["FaradayRecording"]),
        .library(name: "FaradayInterposition", type: .dynamic, targets: ["FaradayInterposition"]),
        .library(name: "PortableCoreBluetooth", targets: ["PortableCoreBluetooth"]),
        .library(name: "CoreBluetooth", targets: [coreBluetooth]),
        .library(name: "FaradayAccessorySetup", targets: ["FaradayAccessorySetup"]),
        .library(name: "AccessorySetupKit", targets: [accessorySetupKit]),
        .library(name: "FaradayNearbyInteraction", targets: ["FaradayNearbyInteraction"]),
        .library(name: "NearbyInteraction", targets: [nearbyInteraction]),
        .library(name: "CoreBluetoothMock", targets: ["CoreBluetoothMock"]),
        .executable(name: "faraday", targets: ["faraday"]),
        .executable(name: "faraday-seam", targets: ["faraday-seam"]),
        .plugin(name: "FaradaySeamPlugin", targets: ["FaradaySeamPlugin"]),
    ],
    traits: [
        .trait(
            name: "FaradayOnDevices",
            description: "PortableCoreBluetooth is the facade on devices and Macs too, not Apple's framework."
        )
    ],
    targets: underAppleName + [
        // Floors.
        // Values round numbers; programs without Foundation need the mathematical library for it.
        .target(
            name: "BluetoothTypes",
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),
        .target(name: "BluetoothCryptography"),
        .target(name: "BluetoothWire", dependencies: ["BluetoothTypes"], exclude: ["README.md"]),
        .target(
            name: "BluetoothHost",
            dependencies: ["BluetoothWire", "BluetoothCryptography", "BluetoothTypes"], exclude: ["README.md"]
        ),
        .target(name: "BluetoothPort", dependencies: ["BluetoothTypes"]),
        // The port as bytes, for programs whose phone is in another process.
        .target(name: "PortProtocol", dependencies: ["BluetoothPort", "BluetoothTypes"]),
        // An app's own queues, timers, tasks and waits, as a world holds them; and the system's functions that it takes over
        // for that.
        .target(name: "CInterposition"),
        .target(
            name: "FaradayAppTime", dependencies: ["CInterposition", "BluetoothPort"], exclude: ["README.md"]),
        // The same functions in a library of its own, by which dyld takes them over on a Mac and in simulators. It is empty
        // elsewhere.
        .target(
            name: "CInterposer",
            cSettings: [.define("FARADAY_INTERPOSER"), .headerSearchPath("../CInterposition/include")],
            linkerSettings: [
                .linkedFramework("CoreFoundation", .when(platforms: [.macOS, .iOS])),
                .linkedLibrary("objc", .when(platforms: [.macOS, .iOS])),
            ]),
        .target(name: "FaradayInterposition", dependencies: ["CInterposer"]),
        .target(
            name: "BluetoothProfiles", dependencies: ["BluetoothWire", "BluetoothTypes"],
            exclude: ["README.md"]),
        .target(
            name: "CoreBluetoothModel",
            dependencies: ["BluetoothPort", "BluetoothHost", "BluetoothWire", "BluetoothTypes"],
            exclude: ["README.md"]),
        .target(
            name: "FaradayEngine",
            dependencies: ["BluetoothWire", "BluetoothCryptography", "BluetoothTypes"], exclude: ["README.md"]
        ),
        .target(
            name: "FaradaySimulation",
            dependencies: [
                "FaradayEngine", "FaradayAppTime", "CoreBluetoothModel", "BluetoothHost", "BluetoothProfiles",
                "BluetoothPort", "BluetoothWire", "BluetoothTypes",
            ], exclude: ["README.md"]),
        // For tests that send bytes: a host played by hand, HCI and ATT values, typed records.
        .target(
            name: "FaradayProtocol",
            dependencies: ["FaradaySimulation", "BluetoothWire", "BluetoothTypes"]),
        .target(
            name: "FaradayLive",
            dependencies: [
                "CoreBluetoothModel", "PortProtocol", "BluetoothHost", "BluetoothPort", "BluetoothWire",
                "BluetoothTypes",
            ]),
        .target(
            name: "FaradayBridge",
            dependencies: [
                "FaradayInspection", "FaradaySimulation", "FaradayLive", "PortProtocol",
                "BluetoothHost", "BluetoothPort", "BluetoothWire", "BluetoothTypes",
            ], exclude: ["README.md"]),
        // The browser's page as one value; a test writes `page.html` from Inspector/Page.
        .target(name: "CInspectionPage", exclude: ["page.html"]),
        // Traces for readers: the feed, reports.
        .target(
            name: "FaradayInspection",
            dependencies: [
                "CInspectionPage", "FaradaySimulation", "CoreBluetoothModel", "BluetoothHost",
                "BluetoothProfiles", "BluetoothPort", "BluetoothWire", "BluetoothTypes",
            ], exclude: ["README.md"]),
        .target(
            name: "FaradayCoreBluetooth", dependencies: ["BluetoothPort", "BluetoothTypes"],
            exclude: ["README.md"],
            swiftSettings: asHeaders),
        .target(
            name: "FaradayAccessorySetup",
            dependencies: ["FaradayCoreBluetooth", "BluetoothPort", "BluetoothTypes"],
            swiftSettings: asHeaders),
        .target(
            name: "FaradayNearbyInteraction", dependencies: ["FaradayCoreBluetooth", "BluetoothPort"],
            swiftSettings: asHeaders),
        // The async client. On Apple's platforms it finds Apple's framework by itself.
        .target(
            name: "FaradayClient",
            dependencies: [
                "BluetoothProfiles", "BluetoothPort", "BluetoothWire", "BluetoothTypes",
                .target(
                    name: "FaradayNative",
                    condition: .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])),
            ], exclude: ["README.md"]),
        // The radio that FARADAY_HCI names, for every program that links this; `CAttach` is linked and not imported.
        .target(
            name: "FaradayAttachment",
            dependencies: ["FaradayRecording", "FaradayLive", "BluetoothPort", "CAttach"]),
        .target(name: "CAttach"),
        // What passes a manager's port, as a capture.
        .target(
            name: "FaradayRecording", dependencies: ["BluetoothPort", "BluetoothWire", "BluetoothTypes"],
            exclude: ["README.md"]),
        .target(
            name: "FaradayVerification",
            dependencies: ["FaradaySimulation", "BluetoothPort", "BluetoothTypes"]),
        .target(
            name: "FaradayNative",
            dependencies: ["FaradayRecording", "BluetoothPort", "BluetoothTypes"]
                + underAppleName.prefix(1).map { .byName(name: $0.name) }),
        .target(
            name: "PortableCoreBluetooth", dependencies: ["FaradayCoreBluetooth"], swiftSettings: asHeaders),
        .target(
            name: "CoreBluetoothMock",
            dependencies: [
                "FaradayCoreBluetooth", "FaradayDeviceFiles", "FaradaySimulation", "FaradayNative",
                "BluetoothPort", "BluetoothTypes",
            ], exclude: ["README.md"],
            swiftSettings: asHeaders),
        // Devices as files: JSON to definitions and back, and as Swift.
        .target(
            name: "FaradayDeviceFiles",
            dependencies: [
                "FaradaySimulation", "BluetoothHost", "BluetoothWire", "BluetoothTypes",
            ], exclude: ["README.md"]),
        // Devices out of captures: what was on air, as definitions.
        .target(
            name: "FaradayImport",
            dependencies: [
                "FaradaySimulation", "BluetoothHost", "BluetoothWire", "BluetoothCryptography",
                "BluetoothTypes",
            ],
            exclude: ["README.md"]),
        // Many worlds for one body: runs, failures, shrinking, replay.
        .target(
            name: "FaradayExploration",
            dependencies: ["FaradayInspection", "FaradaySimulation", "BluetoothPort", "BluetoothTypes"],
            exclude: ["README.md"]),
        .target(
            name: "FaradayTesting",
            dependencies: [
                "FaradayDeviceFiles", "FaradayBridge", "FaradayExploration", "FaradayInspection",
                "FaradaySimulation",
                "FaradayCoreBluetooth",
                "BluetoothPort",
                "BluetoothTypes",
            ], exclude: ["README.md"]),

        // What writes facades, proxies, spies and dummies for other modules; and the program that the plugin runs.
        .target(name: "FaradaySeam", exclude: ["README.md"]),
        .executableTarget(name: "faraday-seam", dependencies: ["FaradaySeam"]),

        .plugin(
            name: "FaradaySeamPlugin",
            capability: .command(
                intent: .custom(
                    verb: "seam",
                    description:
                        "Writes a protocol, a proxy, a spy and a dummy for types that tests can't replace."),
                permissions: [
                    .writeToPackageDirectory(reason: "It writes the files of the seam.")
                ]),
            dependencies: ["faraday-seam"]),

        // Programs.
        .executableTarget(
            name: "faraday",
            dependencies: [
                "FaradayExploration", "FaradayInspection", "FaradaySimulation", "FaradayCoreBluetooth",
                "FaradayDeviceFiles", "FaradayImport", "FaradayBridge", "FaradayLive", "FaradayNative",
                "FaradayRecording", "FaradayVerification", "HeartRate",
                "HeartRateClient",
                "TagFinder",
                "BluetoothPort",
                "BluetoothWire", "BluetoothTypes",
            ]),
        .executableTarget(
            name: "faraday-bench",
            dependencies: [
                "FaradayExploration", "FaradaySimulation", "FaradayCoreBluetooth", "CoreBluetoothMock",
                "FaradayClient", "FaradayBridge", "FaradayInspection", "FaradayLive", "FaradayEngine",
                "HeartRate", "BluetoothHost", "BluetoothPort", "BluetoothWire", "BluetoothTypes",
            ],
            path: "Benchmarks/faraday-bench"),
        .executableTarget(
            name: "faraday-fuzz",
            dependencies: [
                "FaradayProtocol", "FaradayBridge", "FaradayDeviceFiles", "FaradayImport",
                "BluetoothProfiles", "BluetoothWire", "BluetoothHost", "BluetoothPort", "CoreBluetoothModel",
                "FaradaySimulation", "FrameExamples", "PortProtocol", "BluetoothTypes",
            ],
            path: "Fuzzing/faraday-fuzz"),

        // Examples: apps as they would stand in Xcode, and the program that runs one on a radio.
        .target(
            name: "HeartRate", dependencies: [.byName(name: coreBluetooth)], path: "Examples/HeartRate",
            swiftSettings: asAppCode),
        .target(
            name: "TagFinder",
            dependencies: [.byName(name: coreBluetooth), .byName(name: accessorySetupKit)],
            path: "Examples/TagFinder", swiftSettings: asAppCode),
        .target(
            name: "HeartRateClient", dependencies: ["FaradayClient"], path: "Examples/HeartRateClient"),
        .testTarget(
            name: "HeartRateAppTests", dependencies: ["HeartRate", "HeartRateClient", "FaradayTesting"],
            path: "Examples/HeartRateAppTests"),
        .executableTarget(
            name: "heart-rate",
            dependencies: ["HeartRate", "FaradayAttachment", .byName(name: coreBluetooth)],
            path: "Examples/heart-rate", swiftSettings: asAppCode),
        .executableTarget(
            name: "doorbell",
            dependencies: ["FaradayBridge", "FaradayAttachment", .byName(name: coreBluetooth)],
            path: "Examples/Doorbell", swiftSettings: asAppCode),
        .target(
            name: "Blinky", dependencies: ["CoreBluetoothMock"], path: "Examples/Blinky",
            swiftSettings: asAdopters),
        .testTarget(
            name: "BlinkyTests", dependencies: ["Blinky", "CoreBluetoothMock", "FaradayTesting"],
            path: "Examples/BlinkyTests", swiftSettings: asAdopters),

        // Twenty apps with a bug each, and how faults, schedules and exploration find it.
        .target(
            name: "Bugs", dependencies: [.byName(name: coreBluetooth)], path: "Examples/Bugs",
            exclude: ["README.md"], swiftSettings: asAppCode + asAdopters),
        .testTarget(
            name: "BugsTests", dependencies: ["Bugs", "FaradayTesting", "FaradayExploration"],
            path: "Examples/BugsTests",
            swiftSettings: asAdopters),

        // Programs that other stacks are checked with, and that check them.
        .target(
            name: "InteropLayout", dependencies: [.byName(name: coreBluetooth)], path: "Interop/layout",
            swiftSettings: asAppCode),
        .executableTarget(
            name: "interop-central",
            dependencies: ["InteropLayout", "FaradayAttachment", .byName(name: coreBluetooth)],
            path: "Interop/central", swiftSettings: asAppCode),
        .executableTarget(
            name: "interop-peripheral",
            dependencies: ["InteropLayout", "FaradayAttachment", .byName(name: coreBluetooth)],
            path: "Interop/peripheral", swiftSettings: asAppCode),
        .executableTarget(
            name: "interop-client", dependencies: ["FaradayClient", "FaradayAttachment"],
            path: "Interop/client"),
        // An app with a known mistake, for campaigns.
        .executableTarget(
            name: "interop-explorer",
            dependencies: ["FaradayExploration", "FaradaySimulation", "FaradayCoreBluetooth"],
            path: "Interop/explorer"),
        .executableTarget(
            name: "interop-device", dependencies: ["FaradayBridge", "BluetoothPort", "BluetoothTypes"],
            path: "Interop/device"),

        // Tests, a target for each floor; their random cases and numbers.
        .target(name: "RandomCases", path: "Tests/Support/RandomCases"),
        // Waits for what other threads and processes do.
        .target(name: "Eventually", path: "Tests/Support/Eventually"),
        // How many tests run at once; it is enough that one target of the tests has it.
        .target(name: "SuiteWidth", path: "Tests/Support/SuiteWidth"),
        // A frame of each kind, drawn from seeds, for the tests of the protocol and for fuzzing.
        .target(
            name: "FrameExamples",
            dependencies: ["RandomCases", "PortProtocol", "BluetoothPort", "BluetoothTypes"],
            path: "Tests/Support/FrameExamples"),
        // Ways in which apps do something later, in the language mode that most apps have.
        .target(
            name: "AppTimeMechanisms", dependencies: ["BluetoothPort"],
            path: "Tests/Support/AppTimeMechanisms",
            swiftSettings: asAdopters),
        // Correct apps on everything that apps are written against, explored. One of them is also compiled against mocks.
        .target(name: "AppPromises", dependencies: ["FaradaySimulation"], path: "Tests/Support/AppPromises"),
        .testTarget(
            name: "StackExplorationTests",
            dependencies: ["AppPromises", "FaradayTesting", "FaradayCoreBluetooth", "FaradayClient"],
            swiftSettings: asAdopters),
        .testTarget(
            name: "MockExplorationTests",
            dependencies: ["AppPromises", "FaradayTesting", "CoreBluetoothMock"],
            swiftSettings: asAdopters + [.define("FOR_MOCKS")]),
        .testTarget(name: "BluetoothTypesTests", dependencies: ["BluetoothTypes"]),
        .testTarget(
            name: "BluetoothCryptographyTests",
            dependencies: ["RandomCases", "SuiteWidth", "BluetoothCryptography"]),
        .testTarget(
            name: "BluetoothWireTests", dependencies: ["RandomCases", "BluetoothWire", "BluetoothTypes"],
            exclude: ["HCI/channel-sounding.tsv"]),
        .testTarget(
            name: "BluetoothHostTests",
            dependencies: [
                "RandomCases", "BluetoothHost", "BluetoothWire", "BluetoothCryptography", "BluetoothTypes",
            ]),
        .testTarget(
            name: "PortProtocolTests",
            dependencies: [
                "RandomCases", "FrameExamples", "PortProtocol", "BluetoothPort", "BluetoothTypes",
            ], exclude: ["frames.tsv"]),
        .testTarget(name: "BluetoothPortTests", dependencies: ["BluetoothPort"]),
        .testTarget(
            name: "BluetoothProfilesTests",
            dependencies: ["RandomCases", "BluetoothProfiles", "BluetoothWire", "BluetoothTypes"],
            exclude: ["Vectors/vectors.tsv"]),
        .testTarget(
            name: "FaradayClientTests",
            dependencies: [
                "RandomCases", "FaradayClient", "FaradayNative", "BluetoothProfiles",
                "FaradayTesting",
                "FaradaySimulation",
                "FaradayCoreBluetooth",
                "BluetoothPort", "BluetoothTypes",
            ]),
        .testTarget(
            name: "CoreBluetoothModelTests",
            dependencies: [
                "RandomCases", "CoreBluetoothModel", "BluetoothPort", "BluetoothHost", "BluetoothWire",
                "BluetoothTypes",
            ]),
        .testTarget(
            name: "FaradaySimulationTests",
            dependencies: [
                "FaradayProtocol",
                "RandomCases", "FaradaySimulation", "FaradayAppTime", "FaradayEngine", "CoreBluetoothModel",
                "BluetoothProfiles",
                "BluetoothPort", "BluetoothHost", "BluetoothWire", "BluetoothCryptography", "BluetoothTypes",
            ]),
        .testTarget(
            name: "FaradayDeviceFilesTests",
            dependencies: [
                "FaradayDeviceFiles", "FaradayTesting", "FaradayClient", "FaradaySimulation", "RandomCases",
                "BluetoothPort", "BluetoothHost", "BluetoothProfiles", "BluetoothWire", "BluetoothTypes",
            ], exclude: ["Files"]),
        .testTarget(
            name: "FaradayImportTests",
            dependencies: [
                "FaradayImport", "FaradayTesting", "FaradayClient", "FaradayDeviceFiles", "FaradaySimulation",
                "FaradayRecording", "FaradayNative", "BluetoothPort", "FaradayCoreBluetooth", "RandomCases",
                "BluetoothHost", "BluetoothWire", "BluetoothCryptography", "BluetoothTypes",
            ]),
        .testTarget(
            name: "FaradayVerificationTests",
            dependencies: ["FaradayVerification", "FaradaySimulation", "BluetoothPort", "BluetoothTypes"]),
        .testTarget(
            name: "FaradayRecordingTests",
            dependencies: [
                "RandomCases", "FaradayRecording", "FaradaySimulation", "FaradayCoreBluetooth",
                "BluetoothPort",
                "BluetoothWire", "BluetoothTypes",
            ]),
        .testTarget(
            name: "FaradayEngineTests",
            dependencies: [
                "RandomCases", "FaradayEngine", "BluetoothHost", "BluetoothWire", "BluetoothCryptography",
                "BluetoothTypes",
            ]),
        .testTarget(
            name: "FaradayProtocolTests", dependencies: ["FaradayProtocol", "FaradayTesting"]),
        .testTarget(
            name: "FaradayCoreBluetoothTests",
            dependencies: ["RandomCases", "FaradayCoreBluetooth", "BluetoothPort", "BluetoothTypes"]),
        .testTarget(
            name: "FaradayAccessorySetupTests",
            dependencies: [
                "FaradayAccessorySetup", "FaradayTesting", "FaradaySimulation", "FaradayCoreBluetooth",
                "FaradayBridge", "FaradayLive", "BluetoothPort", "BluetoothTypes", "TagFinder",
                .byName(name: accessorySetupKit),
                .byName(name: coreBluetooth),
            ],
            swiftSettings: asAppCode),
        .testTarget(
            name: "FaradayNearbyInteractionTests",
            dependencies: [
                "FaradayTesting", "FaradaySimulation", .byName(name: nearbyInteraction),
                .byName(name: accessorySetupKit), .byName(name: coreBluetooth),
            ],
            swiftSettings: asAppCode),
        .testTarget(
            name: "FaradayLiveTests",
            dependencies: [
                "Eventually", "FaradayProtocol",
                "FaradayLive", "FaradaySimulation", "FaradayCoreBluetooth", "CoreBluetoothModel",
                "PortProtocol", "BluetoothHost", "BluetoothPort", "BluetoothWire", "BluetoothTypes",
            ]),
        .testTarget(
            name: "FaradayInspectionTests",
            dependencies: [
                "RandomCases", "FaradayInspection", "FaradaySimulation", "HeartRate", "BluetoothProfiles",
                "BluetoothHost", "BluetoothWire", "BluetoothTypes",
            ]),
        .testTarget(
            name: "FaradayBridgeTests",
            dependencies: [
                "RandomCases", "Eventually", "FaradayProtocol", "FaradayInspection", "FaradayDeviceFiles",
                "FaradayImport", "HeartRate",
                "FaradayBridge", "FaradayLive", "FaradaySimulation", "FaradayCoreBluetooth",
                "CoreBluetoothModel", "PortProtocol", "BluetoothHost", "BluetoothPort", "BluetoothWire",
                "BluetoothCryptography", "BluetoothTypes",
            ]),
        .testTarget(
            name: "PortConformanceTests",
            dependencies: [
                "FaradayNative", "FaradayRecording", "FaradayTesting", "FaradaySimulation",
                "FaradayCoreBluetooth", "FaradayDeviceFiles", "FaradayBridge", "FaradayLive", "PortProtocol",
                "PortableCoreBluetooth",
                "BluetoothPort", "BluetoothTypes", "doorbell",
            ]),
        .testTarget(
            name: "CoreBluetoothMockTests",
            dependencies: [
                "RandomCases", "CoreBluetoothMock", "FaradayTesting", "FaradayBridge", "FaradayLive",
                "FaradaySimulation", "FaradayCoreBluetooth", "BluetoothPort", "BluetoothTypes",
            ]),
        .testTarget(
            name: "ArticleTests", dependencies: ["CoreBluetoothMock", "FaradayTesting"],
            swiftSettings: asAdopters),
        .testTarget(
            name: "FaradayExplorationTests",
            dependencies: [
                "RandomCases", "FaradayExploration", "FaradayInspection", "FaradaySimulation",
                "FaradayCoreBluetooth",
                "faraday",
                "interop-explorer",
                "BluetoothPort",
                "BluetoothTypes",
            ]),
        .testTarget(
            name: "FaradayTestingTests",
            dependencies: [
                "AppTimeMechanisms", "RandomCases", "FaradayTesting", "FaradayBridge", "FaradayExploration",
                "FaradayInspection", "FaradaySimulation",
                "FaradayCoreBluetooth",
                "BluetoothPort",
                "BluetoothTypes",
            ]),
        .testTarget(
            name: "ScenarioTests",
            dependencies: [
                "FaradayProtocol",
                "RandomCases", "FaradayTesting", "FaradaySimulation",
                "FaradayCoreBluetooth", "HeartRate",
                "CoreBluetoothModel", "BluetoothHost", "BluetoothPort", "BluetoothWire", "BluetoothTypes",
            ],
            exclude: ["Chaos/TraceDigests.tsv"]),
        // The apps of Documentation/Recipes, each with its usual mistake and without, in the language mode that most apps have.
        .testTarget(
            name: "RecipeTests", dependencies: ["FaradayTesting", "FaradayCoreBluetooth"],
            swiftSettings: asAdopters),
        .testTarget(
            name: "FaradaySeamTests", dependencies: ["RandomCases", "FaradaySeam"], exclude: ["ObjectiveC"]),
        .testTarget(
            name: "HouseTests",
            dependencies: [
                "FaradayProtocol", "BluetoothPort",
                "FaradayCoreBluetooth", "FaradayClient", "CoreBluetoothMock", "FaradayTesting",
                "FaradayBridge",
                "FaradayAttachment", "FaradayNative", "FaradayAccessorySetup", "FaradayNearbyInteraction",
                "PortableCoreBluetooth", "HeartRate",
                "BluetoothProfiles",
            ],
            exclude: [
                "Behaviours", "Parity/CoreBluetoothAPI.tsv", "Parity/AccessorySetupKitAPI.tsv",
                "Parity/NearbyInteractionAPI.tsv", "Parity/CoreBluetoothMockAPI.tsv",
                "AssignedNumbers/README.md", "AssignedNumbers/services.tsv",
                "AssignedNumbers/characteristics.tsv", "AssignedNumbers/descriptors.tsv",
                "AssignedNumbers/declarations.tsv", "AssignedNumbers/companies.tsv",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
