#if canImport(CoreBluetooth)
import class CoreBluetooth.CBUUID

extension CoreBluetooth.CBUUID {
    static var healthThermometer: CBUUID { CBUUID(string: "1809") }
    static var temperatureMeasurement: CBUUID { CBUUID(string: "2A1C") }
}
#endif
