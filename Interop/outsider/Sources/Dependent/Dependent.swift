import CoreBluetooth

/// What a library that depends on Faraday has.
public func heartRate() -> CBUUID { CBUUID(string: "180D") }
