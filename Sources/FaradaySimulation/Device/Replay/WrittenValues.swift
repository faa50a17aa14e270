import BluetoothProfiles
import BluetoothTypes

/// What the bytes mean that centrals write to characteristics of the Bluetooth SIG's profiles.
enum WrittenValues {
    private typealias Meaning = @Sendable ([UInt8]) -> String?

    private static let meanings: [BluetoothUUID: Meaning] = {
        var found: [BluetoothUUID: Meaning] = [:]
        func add<Value>(_ characteristic: TypedCharacteristic<Value>) {
            found[characteristic.uuid] = { bytes in
                (try? characteristic.value(of: bytes)).map { String(describing: $0) }
            }
        }
        add(HeartRate.controlPoint)
        add(ImmediateAlert.alertLevel)
        add(HealthThermometer.measurementInterval)
        add(CyclingSpeedAndCadence.controlPoint.request)
        add(RunningSpeedAndCadence.controlPoint.request)
        add(CyclingPower.controlPoint.request)
        add(FitnessMachine.controlPoint.request)
        add(Glucose.recordAccess.request)
        add(CurrentTime.currentTime)
        add(AlertNotification.controlPoint)
        add(HumanInterfaceDevice.controlPoint)
        add(HumanInterfaceDevice.protocolMode)
        add(LEDButton.led)
        return found
    }()

    /// `nil` if the characteristic is none of these, or the bytes are no such value.
    static func meaning(of value: [UInt8], at characteristic: BluetoothUUID) -> String? {
        meanings[characteristic.shortened]?(value)
    }
}
