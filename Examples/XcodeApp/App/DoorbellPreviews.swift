#if DEBUG && SIMULATED
import FaradayBridge
import SwiftUI

#Preview {
    Scenario.doorbell.start()
    return DoorbellView(model: DoorbellModel())
}
#endif
