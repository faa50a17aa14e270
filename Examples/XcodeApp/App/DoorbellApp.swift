import SwiftUI

#if DEBUG && SIMULATED
import FaradayBridge
#endif

/// The doorbell with a screen. In a simulator it runs in a scenario if FARADAY_SCENARIO names one, and on a phone of another
/// process if FARADAY_PHONE does.
@main struct DoorbellApp: App {
    @StateObject private var model: DoorbellModel

    init() {
        #if DEBUG && SIMULATED
        launchScenario()
        #endif
        // After the call: a manager belongs to the phone that is there when it is created.
        _model = StateObject(wrappedValue: DoorbellModel())
    }

    var body: some Scene {
        WindowGroup { DoorbellView(model: model) }
    }
}

#if DEBUG && SIMULATED
private func launchScenario() {
    do {
        try Scenario.launch(from: [.doorbell])
    } catch {
        fatalError("\(error)")
    }
}
#endif
