import BluetoothPort
import CoreBluetooth

// Sessions of Channel Sounding: only SDKs from 27 on have them, and of those only the iPhone's.
#if !canImport(Darwin) || (compiler(>=6.4) && os(iOS))
extension NativeCentralRole {
    /// Passes a request to the framework; `false` when the system does not have it.
    func range(_ peripheral: CBPeripheral, _ request: Central.RangingCommand) -> Bool {
        guard #available(iOS 27.0, macCatalyst 27.0, *) else { return false }
        switch request {
        case .start(.initiator):
            peripheral.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
        case .cancel: peripheral.cancelChannelSoundingSession()
        }
        return peripheral.state == .connected
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    func peripheral(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
    ) {
        let peer = PeerIdentifier(peripheral.identifier)
        guard let results else {
            return tell(.ranging(peer, .measured(.failure(error.portError ?? .unknown))))
        }
        tell(.ranging(peer, .measured(.success(results.distance))))
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    func peripheral(
        _ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?
    ) {
        tell(.ranging(PeerIdentifier(peripheral.identifier), .completed(error.portError)))
    }
}
#else
extension NativeCentralRole {
    /// This SDK has no Channel Sounding.
    func range(_ peripheral: CBPeripheral, _ request: Central.RangingCommand) -> Bool { false }
}
#endif
