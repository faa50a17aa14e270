import Foundation
import Testing

/// Looks until `condition` holds, 60,000 times at most: for what another thread or process does, which no world's clock moves.
///
/// Looks are counted, not seconds: on a machine where this test has to wait for its turn, so have those it waits for.
public func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) rethrows {
    for _ in 0..<60_000 {
        if try condition() { return }
        Thread.sleep(forTimeInterval: 0.001)
    }
    Issue.record("never: \(what)", sourceLocation: sourceLocation)
}
