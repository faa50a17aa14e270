#if canImport(XCTest) && !canImport(Darwin)
import XCTest

/// What XCTest on Linux knows and tells nobody, by reflection; nothing where another version of it keeps it elsewhere.
enum XCTestInsight {
    /// The expectations that a test case has made and not waited for.
    static func openExpectations(of test: XCTestCase) -> [XCTestExpectation] {
        let all = child("_allExpectations", of: test, as: XCTestCase.self) as? [XCTestExpectation] ?? []
        return all.filter {
            child("_hasBeenWaitedOn", of: $0, as: XCTestExpectation.self) as? Bool != true
        }
    }

    /// Whether an expectation is fulfilled; `nil` for one that XCTest fulfils itself while it waits, as for a predicate.
    static func isFulfilled(_ expectation: XCTestExpectation) -> Bool? {
        guard type(of: expectation) == XCTestExpectation.self else { return nil }
        return child("isFulfilled", of: expectation, as: XCTestExpectation.self) as? Bool
    }

    /// Whether it can be asked of all of these.
    static func knowsFulfilment(of expectations: [XCTestExpectation]) -> Bool {
        expectations.allSatisfy { isFulfilled($0) != nil }
    }

    /// The line at which an expectation was made, if that is in this file.
    static func line(of expectation: XCTestExpectation, in file: String) -> Int? {
        let location = child("creationSourceLocation", of: expectation, as: XCTestExpectation.self)
        guard let parts = location.map({ Mirror(reflecting: $0) }),
            child("file", of: parts) as? String == file
        else { return nil }
        return (child("line", of: parts) as? UInt).map { Int($0) }
    }

    /// What an object has as one of a class that it comes from.
    private static func child(_ label: String, of object: AnyObject, as type: AnyClass) -> Any? {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror, current.subjectType != type { mirror = current.superclassMirror }
        return mirror.flatMap { child(label, of: $0) }
    }

    private static func child(_ label: String, of mirror: Mirror) -> Any? {
        mirror.children.first { $0.label == label }?.value
    }
}

/// Where a failed wait is told of.
struct WaitPlace {
    var file: StaticString
    var line: Int

    init(file: StaticString, line: Int) { (self.file, self.line) = (file, line) }

    /// Of a wait whose line nobody knows: where the first of its expectations was made that is of the same file.
    init(_ file: StaticString, of expectations: [XCTestExpectation]) {
        let name = file.description
        let line = expectations.lazy.compactMap { XCTestInsight.line(of: $0, in: name) }.first
        self.init(file: file, line: line ?? 0)
    }
}
#endif
