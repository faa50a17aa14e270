import BluetoothPort
@testable import FaradayExploration
import FaradaySimulation
import Foundation
import Testing

/// A folder for one test.
private final class Folder {
    let path: String

    init() {
        path =
            FileManager.default.temporaryDirectory.appendingPathComponent("corpus-\(UUID().uuidString)").path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, (try? String(contentsOfFile: "\(path)/\($0)", encoding: .utf8)) ?? "")
            })
    }

    func write(_ text: String, _ name: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }
}

struct CorpusTests {
    private static func exploration(_ runs: Int, _ folder: Folder) -> Exploration {
        var exploration = ExplorationTests.exploration(runs)
        exploration.corpus = folder.path
        return exploration
    }

    @Test("Cases that reach something new are kept as files of one line, and others are not")
    func keeps() throws {
        let folder = Folder()
        let result = Self.exploration(60, folder).run(StrapBodies.tries)
        #expect(result.isSuccess, "\(result.report)")
        let files = folder.files
        #expect(files.count >= 2)
        #expect(files.count < 60)
        for (name, text) in files {
            #expect(name.hasSuffix(".case"))
            #expect(text.hasSuffix("\n"))
            #expect(ExploredCase(text) != nil)
        }
    }

    @Test("The corpus is run first, in the order of its files, and the same folder gives the same runs")
    func first() throws {
        let folder = Folder()
        try folder.write("{\"seed\":5}\n", "b.case")
        try folder.write("{\"seed\":4}", "a.case")
        try folder.write("no case of ours", "readme.txt")
        let seen = Lock<[UInt64]>([])
        var exploration = Self.exploration(10, folder)
        exploration.parallelRuns = 1
        let result = exploration.run { world in seen.withLock { $0.append(world.seed) } }
        #expect(result.runs == 12)
        #expect(seen.withLock { Array($0.prefix(3)) } == [4, 5, 0])
        let once = seen.withLock { $0 }
        seen.withLock { $0 = [] }
        _ = exploration.run { world in seen.withLock { $0.append(world.seed) } }
        #expect(seen.withLock { $0 } == once)
    }

    @Test("A file that can't be read is a problem with its name")
    func damaged() throws {
        let folder = Folder()
        try folder.write("{\"sed\":5}", "a.case")
        let result = Self.exploration(2, folder).run { _ in }
        #expect(result.runs == 2)
        #expect(result.problems.count == 1)
        #expect(result.problems.first?.contains("a.case can't be read") == true)
    }

    @Test("Half of the runs are made from the corpus, and differ from it")
    func mutates() {
        let source = CaseSource(seed: 0, faults: .anything, schedules: .any)
        let one = ExploredCase(seed: 77, faults: [.read("2A19").nth(2).fails(.unlikelyError)])
        var kinds = Set<Int>()
        for number in 0..<200 {
            let mutated = source.mutate(one, source.makeCase(number + 1), number: number)
            #expect(mutated != one)
            #expect(mutated == source.mutate(one, source.makeCase(number + 1), number: number))
            #expect(mutated.faults.count <= 8)
            kinds.insert(mutated.faults.count)
        }
        #expect(kinds.count > 2)
    }
}
