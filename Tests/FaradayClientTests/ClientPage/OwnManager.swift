#if !canImport(Darwin)
import Dispatch
import FaradayClient
import FaradayCoreBluetooth
import FaradayNative

/// What Documentation/Client.md shows of a manager of the app's. On Apple's platforms the manager is Apple's.
func battery(over manager: CBCentralManager, _ queue: DispatchQueue?) async throws -> UInt8 {
    let central = Central(on: AdoptedManager(manager, queue: queue))
    return try await central.find(.named("HR-1"), within: .seconds(10)).read(Battery.level)
}
#endif
