#if canImport(SwiftUI)
import FaradayBridge
import SwiftUI

@testable import doorbell

/// What an Xcode project has besides the Bluetooth layer. Compiled on a Mac alone, and run nowhere.
@MainActor final class DoorbellModel: ObservableObject {
    @Published var text = ""
    private var doorbell: Doorbell?

    init() {
        doorbell = Doorbell { [weak self] text in MainActor.assumeIsolated { self?.text = text } }
    }
}

struct DoorbellApp: App {
    @StateObject private var model: DoorbellModel

    init() {
        #if DEBUG
        launchScenario()
        #endif
        _model = StateObject(wrappedValue: DoorbellModel())
    }

    var body: some Scene {
        WindowGroup { DoorbellView(model: model) }
    }
}

struct DoorbellView: View {
    @ObservedObject var model: DoorbellModel

    var body: some View { Text(model.text) }
}

#Preview {
    Scenario.doorbell.start()
    return DoorbellView(model: DoorbellModel())
}
#endif
