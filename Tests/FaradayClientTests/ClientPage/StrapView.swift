#if canImport(SwiftUI)
import FaradayClient
import FaradaySimulation
import SwiftUI

// Compiled on a Mac alone, and run nowhere.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct StrapView: View {
    @State private var model: PeripheralModel

    init(_ strap: Peripheral) {
        let model = PeripheralModel(strap)
        model.observe(HeartRate.measurement)
        _model = State(initialValue: model)
    }

    var body: some View {
        Text(model.name ?? "Strap")
        if let beat = model.value(of: HeartRate.measurement) {
            Text("\(beat.beatsPerMinute) beats per minute")
        } else if let error = model.error(of: HeartRate.measurement) {
            Text(error.localizedDescription)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct StrapList: View {
    @State var model: CentralModel

    var body: some View { List(model.sightings) { Text($0.name ?? "unnamed") } }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
#Preview {
    let world = World()
    world.pace()
    return StrapList(model: Previews.straps(in: world))
}
#endif
