import FaradayClient
import Foundation

// The async client against Bumble's own profile services, over the controller that FARADAY_HCI names. Prints a line for each
// check, and exits with 1 at the first that fails.

struct Failure: Error, CustomStringConvertible {
    let description: String
}

func check<Value: Equatable>(_ what: String, _ value: Value, is expected: Value) throws {
    guard value == expected else { throw Failure(description: "\(what): \(value), and not \(expected)") }
    print("  pass  \(what)")
}

/// Everything once, from the search to the end of the link.
func visitOnce(_ central: Central) async throws {
    let strap = try await central.find(.named("Bumble HR"), within: .seconds(120))
    try await withDeadline(.seconds(120)) {
        // Three tasks share the connection and the discoveries.
        async let manufacturer = strap.read(DeviceInformation.manufacturerName)
        async let level = strap.read(Battery.level)
        async let location = strap.read(HeartRate.bodySensorLocation)
        try check("manufacturer", await manufacturer, is: "Bumble")
        try check("battery", await level, is: 93)
        try check("sensor location", await location, is: .wrist)
        try check("model", await strap.read(DeviceInformation.modelNumber), is: "HR-9")
        try check("serial number", await strap.read(DeviceInformation.serialNumber), is: "0042")
        try check("firmware", await strap.read(DeviceInformation.firmwareRevision), is: "1.2.3")
        let system = try await strap.read(DeviceInformation.systemID)
        try check(
            "system ID", system,
            is: DeviceInformation.SystemID(manufacturerDefined: 0x78_9ABC_DEF0, organization: 0x123456))
    }
    try await missing(on: strap)
    try await beats(of: strap)
    try check("an unknown command is refused", await refusal(by: strap), is: 0x80)
    await strap.disconnect()
    try check("the link has ended", strap.connectionState, is: .disconnected)
}

/// The error of a characteristic that Bumble does not have names it, and only it.
func missing(on strap: Peripheral) async throws {
    do {
        _ = try await strap.read(DeviceInformation.pnpID, within: .seconds(120))
        throw Failure(description: "read a PnP ID that is not there")
    } catch let error as ClientError {
        try check("the missing PnP ID is named", error.reason, is: .characteristicsNotFound(["2A50"]))
    }
}

/// Energy counts from 0 after a reset, and each beat has what Bumble's profile encodes.
func beats(of strap: Peripheral) async throws {
    var count = 0
    for try await beat in strap.notifications(of: HeartRate.measurement) {
        count += 1
        guard beat.hasContact == true, beat.intervals == [768, 512], (60..<100).contains(beat.beatsPerMinute)
        else {
            throw Failure(description: "not what Bumble sends: \(beat)")
        }
        if count == 2 {
            try await strap.write(.resetEnergyExpended, to: HeartRate.controlPoint, within: .seconds(120))
        }
        if count > 2, let energy = beat.energyExpended, energy < 20 { break }
        if count > 20 { throw Failure(description: "the energy was not reset") }
    }
    print("  pass  \(count) beats, and the energy was reset")
}

func refusal(by strap: Peripheral) async throws -> UInt8? {
    do {
        try await strap.write([7], to: HeartRate.controlPoint.path, within: .seconds(120))
        return nil
    } catch let error as ClientError {
        guard case .refused(let code) = error.reason else { throw error }
        return code
    }
}

do {
    let central = Central()
    for visit in 1...2 {
        print("FaradayClient against Bumble's profiles, visit \(visit)")
        try await visitOnce(central)
    }
} catch {
    print("  FAIL  \(error)")
    exit(1)
}
