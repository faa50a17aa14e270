import Foundation
import Testing

/// The pages of `Documentation/Products`, with which the reference begins a product.
struct ProductPagesTests {
    private static let folder = HouseTests.root.appendingPathComponent("Documentation/Products")

    /// What an example needs that stands in the reader's own code.
    private static let surroundings: [String: String] = [
        "CoreBluetooth": "nonisolated(unsafe) let delegate: (any CBCentralManagerDelegate)? = nil",
        "CoreBluetoothMock": "final class BlinkyDelegate: CBMPeripheralSpecDelegate {}",
        "FaradayExploration": "import HeartRate",
        "FaradaySimulation": "import HeartRate",
        "FaradayTesting": "import HeartRate",
    ]

    private static func pages() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
            .map { String($0.dropLast(3)) }.sorted()
    }

    @Test("Every library product has a page, and every page a product")
    func everyProductHasAPage() throws {
        let manifest = try String(
            contentsOf: HouseTests.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let products = manifest.components(separatedBy: ".library(name: \"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
        #expect(products.count >= 8)
        // Faraday.md lists the others.
        #expect(try Self.pages() == (products + ["Faraday"]).sorted())
        let list = try String(contentsOf: Self.folder.appendingPathComponent("Faraday.md"), encoding: .utf8)
        for product in products { #expect(list.contains("- ``\(product)``"), "Faraday.md lacks \(product)") }
    }

    #if os(Linux)
    @Test("Every example compiles")
    func everyExampleCompiles() throws {
        var count = 0
        for page in try Self.pages() {
            let text = try String(
                contentsOf: Self.folder.appendingPathComponent(page + ".md"), encoding: .utf8)
            let examples = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
                $0.components(separatedBy: "\n```").first
            }
            guard !examples.isEmpty else { continue }
            count += examples.count
            let source = ([Self.surroundings[page] ?? ""] + examples).joined(separator: "\n")
            let complaints = try Toolchain.complaints(about: source)
            #expect(complaints.isEmpty, "\(page).md: \(complaints)")
        }
        #expect(count >= 7)
    }
    #endif
}
