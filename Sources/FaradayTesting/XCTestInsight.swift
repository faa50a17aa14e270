#if canImport(XCTest) && !canImport(Darwin)
import XCTest

/// Reads private state of XCTest on Linux by reflection; `nil` if a version of XCTest stores it elsewhere.
enum XCTestInsight {
    /// The expectations that a test case has created and not waited for.
    static func openExpectations(of test: XCTestCase) -> [XCTestExpectation] {
        let all = child("_allExpectations", of: test, as: XCTestCase.self) as? [XCTestExpectation] ?? []
        return all.filter {
            child("_hasBeenWaitedOn", of: $0, as: XCTestExpectation.self) as? Bool != true
        }
    }

    /// Whether an expectation is fulfilled.
    static func isFulfilled(_ expectation: XCTestExpectation) -> Bool? {
        child("isFulfilled", of: expectation, as: XCTestExpectation.self) as? Bool
    }

    /// Whether `isFulfilled(_:)` has an answer for all of these.
    static func knowsFulfilment(of expectations: [XCTestExpectation]) -> Bool {
        expectations.allSatisfy { isFulfilled($0) != nil }
    }

    /// The line at which an expectation was created, if it was in this file.
    static func line(of expectation: XCTestExpectation, in file: String) -> Int? {
        let location = child("creationSourceLocation", of: expectation, as: XCTestExpectation.self)
        guard let parts = location.map({ Mirror(reflecting: $0) }),
            child("file", of: parts) as? String == file
        else { return nil }
        return (child("line", of: parts) as? UInt).map { Int($0) }
    }

    /// A stored property that an object inherits from `type`.
    private static func child(_ label: String, of object: AnyObject, as type: AnyClass) -> Any? {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror, current.subjectType != type { mirror = current.superclassMirror }
        return mirror.flatMap { child(label, of: $0) }
    }

    private static func child(_ label: String, of mirror: Mirror) -> Any? {
        mirror.children.first { $0.label == label }?.value
    }
}

/// The place at which a failed wait is reported.
struct WaitPlace {
    var file: StaticString
    var line: Int

    init(file: StaticString, line: Int) { (self.file, self.line) = (file, line) }

    /// For a wait whose line is unknown: the line of its first expectation that was created in the same file.
    init(_ file: StaticString, of expectations: [XCTestExpectation]) {
        let name = file.description
        let line = expectations.lazy.compactMap { XCTestInsight.line(of: $0, in: name) }.first
        self.init(file: file, line: line ?? 0)
    }
}
#endif
