import BluetoothPort
import CoreBluetoothMock
import Dispatch
import FaradayTesting
import Testing

/// Which delegate gets the callbacks when apps change it.
@Suite struct DelegateTests {
    @Test(
        "A manager's delegate may be set on any thread, while its queue reads it", .simulated(seed: 41),
        .coreBluetooth)
    func replaced() {
        nonisolated(unsafe) let manager = CBMCentralManagerMock(
            delegate: nil, queue: DispatchQueue(label: "manager"))
        let last = CBMCentralManagerDelegateProxy()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<20_000 {
                if thread == 0 {
                    let other = CBMCentralManagerDelegateProxy()
                    manager.delegate = other
                } else {
                    manager.delegate?.centralManagerDidUpdateState(manager)
                }
            }
        }
        manager.delegate = last
        #expect(manager.delegate === last)
        manager.delegate = nil
        #expect(manager.delegate == nil)
    }

    @Test("A released delegate gets no callbacks and does no harm", .simulated(seed: 42), .coreBluetooth)
    func gone() throws {
        let manager = CBMCentralManagerMock()
        do {
            let delegate = CBMCentralManagerDelegateProxy()
            manager.delegate = delegate
            #expect(manager.delegate === delegate)
        }
        #expect(manager.delegate == nil)
        CBMCentralManagerMock.simulatePowerOn()
        try World.current.run(for: .seconds(1))
        #expect(manager.state == .poweredOn)
    }
}
