import SwiftUI

#if DEBUG && targetEnvironment(simulator)
import FaradayBridge
#endif

struct DoorbellView: View {
    @ObservedObject var model: DoorbellModel

    var body: some View { Text(model.text) }
}

#if DEBUG && targetEnvironment(simulator)
#Preview {
    Scenario.doorbell.start()
    return DoorbellView(model: DoorbellModel())
}
#endif
