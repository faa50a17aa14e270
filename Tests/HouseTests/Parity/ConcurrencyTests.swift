#if os(Linux)
import FaradayCoreBluetooth
import Foundation
import Testing

/// How the compiler speaks of our module to code that is strict about concurrency.
struct ConcurrencyTests {
    /// Such code is silent with Apple's module, whose headers nobody has checked for concurrency.
    @Test func whatIsImportedPreconcurrencyDrawsNoWarning() throws {
        let complaints = try Toolchain.complaints(
            about: """
                @preconcurrency import FaradayCoreBluetooth
                struct Found: Sendable {
                    let peripheral: CBPeripheral
                    let services: Set<CBUUID>
                }
                enum Names { static let battery = CBUUID(string: "180F") }
                actor Central {
                    var known: [CBPeripheral] = []
                    func add(_ peripheral: CBPeripheral) { known.append(peripheral) }
                }
                func found(_ peripheral: CBPeripheral, by central: Central) {
                    Task { await central.add(peripheral) }
                    print(peripheral)
                }
                """)
        #expect(complaints == "", "our module was not built as `asHeaders` in Package.swift says")
    }

    /// So is what tests say of mock peripherals, in the way that they are used to.
    @Test func mocksAreLikeThat() throws {
        let complaints = try Toolchain.complaints(
            about: """
                @preconcurrency import CoreBluetoothMock
                extension CBMCharacteristicMock {
                    static let led = CBMCharacteristicMock(
                        type: CBMUUID(string: "1525"), properties: [.write, .read])
                }
                final class Firmware: CBMPeripheralSpecDelegate {
                    var isOn = false
                }
                let blinky = CBMPeripheralSpec.simulatePeripheral(proximity: .near)
                    .connectable(
                        name: "Blinky",
                        services: [
                            CBMServiceMock(
                                type: CBMUUID(string: "1523"), primary: true, characteristics: .led)
                        ],
                        delegate: Firmware())
                    .build()
                @MainActor func test() {
                    blinky.simulateValueUpdate(Data([1]), for: .led)
                    CBMCentralManagerMock.simulateFeaturesSupport = { _ in true }
                }
                """)
        #expect(complaints == "")
    }

    @Test func withoutThatItIsAnError() throws {
        let complaints = try Toolchain.complaints(
            about: """
                import FaradayCoreBluetooth
                enum Names { static let battery = CBUUID(string: "180F") }
                """)
        #expect(complaints.contains("error: static property 'battery' is not concurrency-safe"))
    }
}
#endif
