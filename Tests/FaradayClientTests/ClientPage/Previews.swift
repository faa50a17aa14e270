import FaradayClient
import FaradaySimulation

#if canImport(Observation)
/// What Documentation/Client.md shows of previews.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
enum Previews {
    @MainActor static func straps(in world: World) -> CentralModel {
        world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(1))
        let model = CentralModel(Central(on: world.addPhone()))
        model.startScan(for: [HeartRate.service])
        return model
    }
}
#endif
