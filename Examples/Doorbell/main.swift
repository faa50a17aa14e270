import FaradayBridge
import Foundation

// The doorbell app without a screen: it prints each text on standard output. With FARADAY_SCENARIO=doorbell
// it runs in that world, and with FARADAY_CONTROL=PORT other processes can request its steps.

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
