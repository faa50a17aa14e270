import Foundation
import Testing

@testable import FaradaySeam

/// One package with all kinds of targets is built once, by SwiftPM itself.
@Suite struct PackageTests {
    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "pkg", dependencies: [.package(path: "../dep")],
            targets: [
                .systemLibrary(name: "CLone", pkgConfig: "no-such-library"),
                .systemLibrary(name: "CSystem"), .target(name: "CThing"),
                .target(
                    name: "my-app", dependencies: ["CSystem", "CThing", .product(name: "DepLib", package: "dep")],
                    swiftSettings: [.define("FANCY"), .swiftLanguageMode(.v5)]),
            ])
        """
    private static let dependency = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "dep", products: [.library(name: "DepLib", targets: ["DepLib"])],
            targets: [.systemLibrary(name: "CDeep"), .target(name: "DepLib", dependencies: ["CDeep"])])
        """
    private static let app = """
        import CSystem
        import CThing
        import DepLib
        #if FANCY
        public struct App { public init() {}; public func run() -> Int32 { thing(DepLib.Deep().value()) } }
        #endif
        """

    private static func system(_ name: String) -> (map: String, header: String) {
        (
            "module \(name) [system] {\n  header \"shim.h\"\n  export *\n}\n",
            "int \(name.lowercased())_call(int a);\n"
        )
    }

    private func makePackage() throws -> (place: TemporaryDirectory, package: SwiftPackage, lines: Lines) {
        let place = try TemporaryDirectory()
        var files = ["pkg/Package.swift": Self.manifest, "dep/Package.swift": Self.dependency]
        for (directory, name) in [("pkg", "CLone"), ("pkg", "CSystem"), ("dep", "CDeep")] {
            (
                files["\(directory)/Sources/\(name)/module.modulemap"],
                files["\(directory)/Sources/\(name)/shim.h"]
            ) =
                Self.system(name)
        }
        files["pkg/Sources/CThing/include/CThing.h"] = "int thing(int a);\n"
        files["pkg/Sources/CThing/a.c"] = "int thing(int a) { return a; }\n"
        files["pkg/Sources/my-app/App.swift"] = Self.app
        files["pkg/Sources/my-app/Views/View.swift"] = "func view() { _ = App().run() }\n"
        files["dep/Sources/DepLib/Deep.swift"] =
            "import CDeep\npublic struct Deep { public init() {}; public func value() -> Int32 { 1 } }\n"
        for (name, text) in files { try place.write(text, to: name) }
        let lines = Lines()
        let package = SwiftPackage(
            around: place.path + "/pkg/Sources", toolchain: try Machine.toolchain(), report: { lines.add($0) }
        )
        return (place, try #require(package), lines)
    }

    @Test func modulesOfAPackageAreFoundWithoutOptions() throws {
        let (place, package, lines) = try makePackage()
        let extractor = Extractor(toolchain: package.toolchain, search: ModuleSearch())
        func titles(_ module: String) throws -> Set<String> {
            Set(try extractor.locate(module, in: package).extraction.graph.symbols.map(\.names.title))
        }
        // Neither a system library nor an unknown name needs a build.
        #expect(try titles("CLone") == ["clone_call(_:)"])
        #expect(try titles("CDeep") == ["cdeep_call(_:)"])
        let unknown = message { _ = try titles("DepLab") }
        #expect(unknown == "there is no module named DepLab; did you mean DepLib?")
        #expect(lines.all.isEmpty)
        #expect(try titles("DepLib") == ["Deep", "init()", "value()"])
        #expect(try titles("my_app") == ["App", "init()", "run()"])
        #expect(lines.all == ["building DepLib", "building my-app"].map { "\($0) in \(package.root)" })
        #expect(try titles("CThing") == ["thing(_:)"])
        try usesAreFoundWithTheTargetsFlags(place, package)
    }

    /// `View.swift` compiles only together with the rest of its target, with what the target defines.
    private func usesAreFoundWithTheTargetsFlags(_ place: TemporaryDirectory, _ package: SwiftPackage) throws
    {
        let finder = UsageFinder(toolchain: package.toolchain, search: ModuleSearch())
        let all = try finder.usage(in: [package.root])
        #expect(all.warnings == [])
        #expect(all.symbols.isSuperset(of: ["s:6DepLib4DeepV5values5Int32VyF", "c:@F@thing"]))
        // A target that doesn't compile is read as far as it goes.
        try place.write(
            "func view() { _ = App().run(); missing() }\n", to: "pkg/Sources/my-app/Views/View.swift")
        let broken = try finder.usage(in: [package.root + "/Sources/my-app/Views"])
        #expect(broken.symbols == ["s:6my_app3AppV3runs5Int32VyF", "s:6my_app3AppVACycfc"])
        #expect(broken.warnings.first?.hasPrefix("1 error in my_app hid some uses; the first is ") == true)
    }

    @Test func aPackageIsFoundFromBelow() throws {
        let place = try TemporaryDirectory()
        try place.write("", to: "a/Package.swift")
        try place.write("", to: "a/Sources/B/c.swift")
        let toolchain = try Machine.toolchain()
        let package = SwiftPackage(around: place.path + "/a/Sources/B/c.swift", toolchain: toolchain)
        #expect(package?.root == place.path + "/a")
        #expect(SwiftPackage(around: place.path, toolchain: toolchain) == nil)
        let line = message { _ = try package?.targets() }
        #expect(line?.hasPrefix("SwiftPM can't read the package at \(place.path)/a: ") == true)
    }

    @Test func searchOptionsAreTakenOutOfACommandLine() {
        let words = [
            "/usr/bin/swiftc", "-module-name", "A", "-c", "/s/a.swift", "-I", "/m", "-I/n", "-target", "t",
            "-sdk", "/k",
            "-Xcc", "-I", "-Xcc", "/h", "-Xcc", "-fmodule-map-file=/c/module.modulemap", "-Xcc", "-fPIC",
            "-Xcc", "-g",
            "-F", "/f", "-DX", "-Xfrontend", "-I", "-j2", "-swift-version", "5", "-index-store-path", "/i",
        ]
        let search = SwiftPackage.search(in: Array(words.dropLast(7)))
        let expected = ModuleSearch(
            includes: ["/m", "/n"], frameworks: ["/f"],
            clang: ["-I/h", "-fmodule-map-file=/c/module.modulemap"],
            target: "t", sdk: "/k")
        #expect(search == expected)
        let driver = SwiftPackage.driverOptions(in: words)
        #expect(driver.files == ["/s/a.swift"])
        #expect(!driver.others.contains("-c"))
        #expect(!driver.others.contains("/i"))
        #expect(!driver.others.contains("-j2"))
        #expect(driver.others.suffix(4) == ["-Xfrontend", "-I", "-swift-version", "5"])
    }

    @Test func placesAreAddedOnce() {
        let own = ModuleSearch(includes: ["/a"], clang: ["-I/x"], target: "t", sdk: "/s")
        let more = ModuleSearch(includes: ["/a", "/b"], clang: ["-I/x", "-I/y"], target: "u", sdk: "/v")
        let both = own.adding(more)
        #expect(both.includes == ["/a", "/b"])
        #expect(both.clang == ["-I/x", "-I/y"])
        // An SDK belongs to its target.
        #expect(both.target == "t")
        #expect(both.sdk == "/s")
        #expect(ModuleSearch().adding(more).sdk == "/v")
    }

    @Test(arguments: [
        ("arm64-apple-macosx15.0", "macosx"), ("arm64-apple-ios17.0", "iphoneos"),
        ("arm64-apple-ios17.0-simulator", "iphonesimulator"), ("arm64-apple-ios17.0-macabi", "macosx"),
        ("arm64-apple-xros1.0", "xros"), ("arm64_32-apple-watchos10.0", "watchos"),
        ("x86_64-unknown-linux-gnu", nil),
    ]) func aTripleNamesItsSDK(target: String, platform: String?) {
        #expect(Toolchain.platform(of: target) == platform)
    }
}

/// Lines that are told from any thread.
final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}
