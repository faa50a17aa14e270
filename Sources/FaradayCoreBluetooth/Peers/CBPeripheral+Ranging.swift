import BluetoothPort
import Foundation

extension CBPeripheral {
    /// An event of the session that measures the distance to the peer; on systems without such sessions there is none.
    func ranging(_ event: Central.RangingEvent) {
        #if !canImport(Darwin) || os(iOS)
        guard #available(iOS 27.0, macCatalyst 27.0, *) else { return }
        switch event {
        case .measured(.success(let distance)):
            let results = CBChannelSoundingProcedureResults(distance: distance)
            delegate?.peripheral(self, didReceive: results, error: nil)
        case .measured(.failure(let error)):
            delegate?.peripheral(self, didReceive: nil, error: error.appleError)
        case .completed(let error):
            delegate?.peripheral(self, didCompleteChannelSoundingSession: error?.appleError)
        }
        #endif
    }
}

@available(iOS 27.0, macCatalyst 27.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
extension CBChannelSoundingSessionConfiguration.Role {
    var portRole: Central.RangingRole {
        switch self {
        case .initiator: .initiator
        }
    }
}
