import BluetoothTypes

extension Meanings {
    /// The units of values that are a single number: `87 %`. A value with several fields says what each is.
    static let units: [BluetoothUUID: String] = {
        var units: [BluetoothUUID: String] = [
            "2A19": "%", "2A07": "dBm", "2A21": "s", "2A80": "years", "2A96": "ml/kg/min",
        ]
        // Heart rates of a user.
        let rates: [BluetoothUUID] = [
            "2A8D", "2A92", "2A91", "2A7F", "2A83", "2A88", "2A89", "2A7E", "2A84", "2A81", "2A82", "2A95",
        ]
        for rate in rates { units[rate] = "bpm" }
        return units
    }()
}
