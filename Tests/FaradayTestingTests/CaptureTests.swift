import BluetoothTypes
@testable import FaradayTesting
import Foundation
import Testing

/// Where captures go, and what is in them.
@Suite struct CaptureTests {
    @Suite struct Inner {
        @Test(arguments: [1, 2], ["a b", "a-b"])
        func suiteFunctionAndArgumentsAreInTheName(number: Int, text: String) throws {
            let place = CapturePlace(try #require(Test.current), Test.Case.current)
            let start =
                "FaradayTestingTests.CaptureTests.Inner.suiteFunctionAndArgumentsAreInTheName-\(number)-a-b"
            #expect(place.name == start)
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().lastPathComponent
            #expect(place.folder.hasPrefix(root + "-"))
            #expect(place.folder.count == root.count + 5)
        }
    }

    @Test(
        "Tests with equal file names get different files, and the same file for each call")
    func collisions() {
        let name = "collisions \(UInt64.random(in: 0 ... .max))"
        let files = (0..<3).map { _ in
            let report = SimulationReport(World(seed: 4), CapturePlace(name: name, filePath: #filePath))
            #expect(report.captureFile() == report.captureFile())
            return report.captureFile().lastPathComponent
        }
        let plain = name.replacingOccurrences(of: " ", with: "-")
        #expect(files == ["\(plain)-seed4.pcapng", "\(plain)-seed4-2.pcapng", "\(plain)-seed4-3.pcapng"])
        let other = SimulationReport(World(seed: 5), CapturePlace(name: name, filePath: #filePath))
        #expect(other.captureFile().lastPathComponent == "\(plain)-seed5.pcapng")
    }

    @Test("Packages with the same name have different folders")
    func packages() {
        let places = ["/a/App/Tests/T.swift", "/b/App/Tests/T.swift"].map {
            CapturePlace(name: "t", filePath: $0)
        }
        #expect(Set(places.map(\.folder)).count == 2)
        #expect(places.allSatisfy { $0.folder.hasPrefix("Tests-") })
    }

    @Test(arguments: [
        ("Suite.test(a:b:)", "Suite.test-a-b"), ("größe – 12 %", "gr-e-12"), ("../../etc", "etc"),
        ("", "test"),
        (String(repeating: "x", count: 500), String(repeating: "x", count: 160)),
    ])
    func namesArePlain(name: String, plain: String) {
        #expect(CapturePlace(name: name, filePath: #filePath).name == plain)
    }

    @Test("The report says where a capture begins if it does not contain the whole test")
    func longTests() throws {
        let world = World()
        let phone = world.addPhone()
        try world.run(for: .seconds(1))
        world.startTrace(capacity: 10)
        let report = SimulationReport(world, CapturePlace(name: "long", filePath: #filePath))
        for number in 0..<10 { world.note("\(number)") }
        #expect(!report.text().contains("records"))
        try world.run(for: .seconds(1))
        phone.setBluetooth(false)
        phone.setBluetooth(true)
        let made = world.traceCount
        #expect(made > 10)
        #expect(world.hasPackets)
        #expect(report.text().contains(".pcapng (the last 10 of \(made) records, from 2.000000 s on)\n"))
    }
}
