import FaradayExploration
import FaradaySimulation
import Foundation

// Explores an app with a known mistake; `check-campaign` runs it in 64 shards. Ends with status 1 if it finds something.

/// The app waits for nothing, and has no link.
struct ForgottenStrap: Error {}

let exploration = Exploration(
    "interop-explorer", runs: 2_000, faults: .radio, mode: .all, coverage: true)
let result = exploration.run { world in
    world.add(.heartRateMonitor())
    let app = world.addPhone().run { PulseApp() }
    try world.run(for: .seconds(20))
    if app.hasForgottenItsStrap { throw ForgottenStrap() }
}
print(result.isSuccess ? "\(result.runs) runs, nothing found" : result.report)
exit(result.isSuccess ? 0 : 1)
