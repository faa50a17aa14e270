import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("A driver of a machine waits for one call")
struct DeviceMachineAlarmTests {
    @Test("The same time is asked for once, another one again, and only the last call counts")
    func oneCall() {
        let (early, late) = (Instant(nanoseconds: 5), Instant(nanoseconds: 9))
        var alarm = DeviceMachineAlarm()
        let asked = [nil, late, late, early].map { alarm.move(to: $0) }
        #expect(asked == [nil, late, nil, early])
        let counts = [late, early, early].map { alarm.takes($0) }
        #expect(counts == [false, true, false], "a call counts once")
        let again = alarm.move(to: early)
        #expect(again == early)
    }
}
