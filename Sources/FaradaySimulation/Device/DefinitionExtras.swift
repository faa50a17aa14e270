/// What few definitions have beside services and advertising sets; one word until then, since a world may have thousands
/// of devices.
struct DefinitionExtras: Sendable {
    private struct Values: Sendable {
        var security: DeviceSecurity?
        var channels: [DeviceChannel] = []
        var behaviours: [DeviceBehaviour] = []
        var rules: DeviceRules?
        var mistakes: [String] = []
        var channelSounding: DeviceChannelSounding?
    }

    /// One value, or none.
    private var values: [Values] = []

    private mutating func change(_ body: (inout Values) -> Void) {
        if values.isEmpty { values.append(Values()) }
        body(&values[0])
    }

    var security: DeviceSecurity? {
        get { values.first?.security }
        set { if newValue != nil || !values.isEmpty { change { $0.security = newValue } } }
    }
    var channels: [DeviceChannel] {
        get { values.first?.channels ?? [] }
        set { if !newValue.isEmpty || !values.isEmpty { change { $0.channels = newValue } } }
    }
    var behaviours: [DeviceBehaviour] {
        get { values.first?.behaviours ?? [] }
        set { if !newValue.isEmpty || !values.isEmpty { change { $0.behaviours = newValue } } }
    }
    var rules: DeviceRules? {
        get { values.first?.rules }
        set { if newValue != nil || !values.isEmpty { change { $0.rules = newValue } } }
    }
    var mistakes: [String] {
        get { values.first?.mistakes ?? [] }
        set { if !newValue.isEmpty || !values.isEmpty { change { $0.mistakes = newValue } } }
    }
    var channelSounding: DeviceChannelSounding? {
        get { values.first?.channelSounding }
        set { if newValue != nil || !values.isEmpty { change { $0.channelSounding = newValue } } }
    }
}
