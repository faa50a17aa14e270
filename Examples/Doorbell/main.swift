import FaradayBridge
import Foundation

// The doorbell app without a screen: what it would show goes to standard output, a line each. Launched with
// FARADAY_SCENARIO=doorbell it lives in that world, and FARADAY_CONTROL=PORT lets others ask for its steps.

/// What the app does first, before it creates a manager.
func launchScenario() {
    do {
        try Scenario.launch(from: [.doorbell])
    } catch {
        fatalError("\(error)")
    }
}

launchScenario()
let doorbell = Doorbell { text in FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
RunLoop.main.run()
