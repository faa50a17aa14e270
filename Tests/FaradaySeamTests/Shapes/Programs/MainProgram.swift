extension ShapeProgram {
    /// What calls the others, and counts.
    static let main = #"""
        import Foundation

        nonisolated(unsafe) var failures = 0
        nonisolated(unsafe) var count = 0

        func equal<Value: Equatable>(
            _ found: Value, _ expected: Value, file: String = #fileID, line: Int = #line
        ) {
            count += 1
            if found == expected { return }
            failures += 1
            print("\(file):\(line): \(found) instead of \(expected)")
        }

        func failure(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "nothing"
            } catch {
                return "\(error)"
            }
        }

        try await members()
        try await membersOfSpy()
        try await wrapped()
        try await isolation()
        try values()
        try names()
        try await protocols()
        try await functions()
        try await edges()
        print("\(count) checks, \(failures) failures")
        """#
}
