import Foundation
import InteropLayout

/// Lets the main queue run until `condition` holds; false when the time is over first. The time is that of a busy machine.
func wait(_ seconds: Double = 120, until condition: () -> Bool) -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while !condition() {
        guard Date() < deadline else { return false }
        _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(0.02))
    }
    return true
}

/// One check after the other; each prints `PASS name`, or `FAIL name`, a tab and why.
struct Script {
    struct Failure: Error {
        let reason: String
    }

    private(set) var hasFailed = false

    mutating func check(_ name: String, _ body: () throws -> Void) {
        do {
            try body()
            say("PASS \(name)")
        } catch {
            hasFailed = true
            say("FAIL \(name)\t\((error as? Failure)?.reason ?? "\(error)")")
        }
    }
}

func require(_ condition: @autoclosure () -> Bool, _ reason: @autoclosure () -> String) throws {
    guard condition() else { throw Script.Failure(reason: reason()) }
}
