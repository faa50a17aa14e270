import BluetoothPort
import FaradayRecording
import FaradaySimulation
import Testing

#if !canImport(Darwin)
import FaradayNative
#endif

/// What lies behind a port: the suite asks the same of each, and expects the same.
///
/// On Apple's platforms the native adapter stands over Apple's framework, which has no world; so it is tested
/// where it stands over this package's own.
enum Way: CaseIterable, CustomTestStringConvertible {
    /// A simulated phone.
    case direct
    /// A simulated phone, recorded.
    case recorded
    /// A simulated phone behind the port's bytes, as a program has it in another process.
    case remote
    /// A simulated phone that plays the real one, joined with another one that hears nothing.
    case combinedAsReal
    /// A simulated phone, joined with one that plays the real one and hears nothing.
    case combinedAsSimulated
    #if !canImport(Darwin)
    /// The native adapter, over the façade, over a simulated phone.
    case native
    /// The same behind the port's bytes, as a program has a relay's Bluetooth.
    case relayed
    #endif

    /// Those of which the tests ask. Where threads carry the calls, a world has to wait for them, and only one that holds its apps'
    /// work does.
    static let all = allCases.filter { World().holdsAppWork || !$0.hasThreads }

    private var hasThreads: Bool {
        switch self {
        case .direct, .recorded, .combinedAsReal, .combinedAsSimulated: return false
        case .remote: return true
        #if !canImport(Darwin)
        case .native, .relayed: return true
        #endif
        }
    }

    var testDescription: String { "\(self)" }

    /// The phone as this way opens ports of it.
    func provider(_ phone: Phone) -> any PortProvider {
        switch self {
        case .direct: return phone
        case .recorded:
            // Nobody reads what is written.
            guard let file = try? RecordingFile(path: "/dev/null", overwrites: true) else { return phone }
            return RecordingProvider(phone, to: file)
        case .remote: return RemoteLoop.provider(phone)
        case .combinedAsReal: return CombinedLoop.asReal(phone)
        case .combinedAsSimulated: return CombinedLoop.asSimulated(phone)
        #if !canImport(Darwin)
        case .native: return native(phone)
        case .relayed: return RemoteLoop.provider(native(phone))
        #endif
        }
    }

    #if !canImport(Darwin)
    private func native(_ phone: Phone) -> NativeAdapter {
        NativeAdapter(radio: phone, log: { phone.world.note("log: \($0.message)") })
    }
    #endif
}
