#if !canImport(Darwin) || os(iOS)
import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// A central app that measures distances.
@available(iOS 27.0, macCatalyst 27.0, *)
private final class RangingApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    let phone = FakePhone()
    private(set) var manager: CBCentralManager!
    var peripheral: CBPeripheral?
    var log: [String] = []
    /// What `supports` says in the callback about each state.
    var answers: [Bool] = []

    override init() {
        super.init()
        manager = CBCentralManager(
            delegate: self, queue: DispatchQueue(label: "app"), options: nil, provider: phone)
    }

    func link() {
        phone.central.tell(
            .stateChanged(.poweredOn),
            .discovered(.init(identifier: peerA, name: "Tag"), Advertisement(), rssi: -40))
        if let peripheral { manager.connect(peripheral) }
        phone.central.tell(.connected(.init(identifier: peerA, name: "Tag")))
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        answers.append(
            PortEnvironment.$current.withValue(phone) { CBCentralManager.supports(.channelSounding) })
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        peripheral.delegate = self
    }

    func peripheral(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
    ) {
        log.append("results \(results.map { "\($0.distance)" } ?? "-") \(code(error))")
    }

    func peripheral(_ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?) {
        log.append("completed \(code(error))")
    }

    private func code(_ error: (any Error)?) -> String {
        guard let error else { return "-" }
        switch (error as? CBError)?.code {
        case .channelSoundingConfigurationFailed?: return "configuration failed"
        case .channelSoundingProcedureFailed?: return "procedure failed"
        default: return "\(error)"
        }
    }
}

@Suite struct RangingTests {
    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Behaviour 27.3: supports(.channelSounding) is right from poweredOn on, also in the callback")
    func support() {
        let app = RangingApp()
        app.phone.central.answer { $0.traits.supportsChannelSounding = true }
        PortEnvironment.$current.withValue(app.phone) {
            #expect(!CBCentralManager.supports(.channelSounding), "no state yet")
            app.phone.central.tell(.stateChanged(.poweredOff), .stateChanged(.poweredOn))
            #expect(app.answers == [false, true])
            #expect(CBCentralManager.supports(.channelSounding))
            #expect(!CBCentralManager.supports([.channelSounding, .extendedScanAndConnect]))
            app.phone.central.answer { $0.traits.supportsExtendedScanAndConnect = true }
            #expect(CBCentralManager.supports([.channelSounding, .extendedScanAndConnect]))
            app.phone.central.answer { $0.traits.supportsChannelSounding = false }
            #expect(!CBCentralManager.supports(.channelSounding), "a phone without the radio")
            app.phone.central.tell(.stateChanged(.poweredOff))
            #expect(!CBCentralManager.supports(.extendedScanAndConnect))
        }
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Behaviour 27.7–27.9, 27.13, 27.19: calls become commands, and events become calls of the delegate")
    func sessions() throws {
        let app = RangingApp()
        app.link()
        let peripheral = try #require(app.peripheral)
        peripheral.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
        #expect(app.phone.central.commands.last == .ranging(peerA, .start(.initiator)))
        app.phone.central.tell(
            .ranging(peerA, .measured(.success(1.25))), .ranging(peerA, .measured(.success(-1))),
            .ranging(peerA, .measured(.failure(.channelSoundingProcedureFailed))),
            .ranging(peerA, .completed(.channelSoundingConfigurationFailed)))
        peripheral.cancelChannelSoundingSession()
        #expect(app.phone.central.commands.last == .ranging(peerA, .cancel))
        app.phone.central.tell(.ranging(peerA, .completed(nil)))
        #expect(
            app.log == [
                "results 1.25 -", "results -1.0 -", "results - procedure failed",
                "completed configuration failed", "completed -",
            ])
    }

    @Test(
        "Behaviour 27.19: a delegate without the methods gets nothing, and an optional call reaches one that has them"
    )
    @available(iOS 27.0, macCatalyst 27.0, *)
    func optionalMethods() throws {
        let plain = CentralApp()
        plain.link()
        plain.port.tell(.ranging(peerA, .measured(.success(1))), .ranging(peerA, .completed(nil)))
        #expect(plain.log.isEmpty)
        let app = RangingApp()
        app.link()
        let peripheral = try #require(app.peripheral)
        let delegate: any CBPeripheralDelegate = app
        delegate.peripheral?(
            peripheral, didReceive: CBChannelSoundingProcedureResults(distance: 2), error: nil)
        delegate.peripheral?(peripheral, didCompleteChannelSoundingSession: nil)
        #expect(app.log == ["results 2.0 -", "completed -"])
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("The configuration has its role, of which there is one")
    func configuration() {
        #expect(CBChannelSoundingSessionConfiguration(role: .initiator).role == .initiator)
        #expect(CBChannelSoundingSessionConfiguration.Role(rawValue: 0) == .initiator)
        #expect(CBChannelSoundingSessionConfiguration.Role(rawValue: 1) == nil)
        #expect(CBCentralManager.Feature.channelSounding.rawValue == 1024)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.21: codes 19 and 20 have Foundation's text",
        arguments: [
            (CBError.Code.channelSoundingConfigurationFailed, 19), (.channelSoundingProcedureFailed, 20),
        ])
    func texts(code: CBError.Code, number: Int) throws {
        let error = PortError.local(code: number).appleError
        #expect(error.localizedDescription.contains("CBErrorDomain error \(number)"))
        #expect(try #require(error as? CBError).code == code)
    }
}
#endif
