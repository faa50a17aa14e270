#if canImport(SwiftUI)
import FaradaySimulation
import SwiftUI

/// What the app shows.
struct BatteryView: View {
    @State private var level: UInt8?
    @State private var app: BatteryApp?

    var body: some View {
        Text(level.map { "\($0) %" } ?? "…")
            .onAppear { app = BatteryApp { level in Task { @MainActor in self.level = level } } }
    }
}

#Preview {
    let world = World(seed: 7)
    world.add(.battery(level: 42))
    world.addPhone().installAsProcessPhone()
    world.pace()
    return BatteryView()
}
#endif
