import Foundation
import Testing

@testable import Cabinet

@Suite struct CabinetTests {
    @Test func notesAreKept() throws {
        let folder = NSTemporaryDirectory() + "cabinet-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cabinet = Cabinet(folder: folder)
        #expect(try cabinet.notes() == [])
        try cabinet.write("oats, milk", as: "shopping")
        try cabinet.write("call home", as: "calls")
        #expect(try cabinet.notes() == ["calls", "shopping"])
        #expect(cabinet.read("shopping") == "oats, milk")
        try cabinet.remove("calls")
        #expect(try cabinet.notes() == ["shopping"])
    }

    @Test func aFullDiskIsSaid() throws {
        let spy = FileManagerSpy()
        spy.onCreateDirectory.throws(CocoaError(.fileWriteOutOfSpace))
        let error = #expect(throws: CocoaError.self) {
            try Cabinet(folder: "/notes", files: spy).write("a", as: "b")
        }
        #expect(error?.code == .fileWriteOutOfSpace)
        #expect(!spy.onCreateFile.wasCalled)
    }

    @Test func theFolderIsMadeBeforeTheFile() throws {
        let spy = FileManagerSpy()
        spy.onCreateFile.returns(true)
        try Cabinet(folder: "/notes", files: spy).write("a", as: "b")
        #expect(
            spy.calls.map(\.description) == [
                #"createDirectory(atPath: "/notes", withIntermediateDirectories: true, attributes: nil)"#,
                #"createFile(atPath: "/notes/b", contents: 1 bytes, attributes: nil)"#,
            ])
    }
}
