import BluetoothPort
import BluetoothTypes

extension Peripheral.Command: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case add = 1
        case remove = 2
        case removeAllServices = 3
        case startAdvertising = 4
        case stopAdvertising = 5
        case respond = 6
        case setDesiredConnectionLatency = 7
        case publishChannel = 8
        case unpublishChannel = 9
        case channel = 10
        case reportMisuse = 11
        static let family = "Peripheral.Command"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .add(let service): output.put(Kind.add, service)
        case .remove(let service): output.put(Kind.remove, service)
        case .removeAllServices: output.put(Kind.removeAllServices)
        case .startAdvertising(let request): output.put(Kind.startAdvertising, request)
        case .stopAdvertising: output.put(Kind.stopAdvertising)
        case .respond(let request, let code, let value, let part):
            output.put(Kind.respond, request, code, value, part)
        case .setDesiredConnectionLatency(let latency, let central):
            output.put(Kind.setDesiredConnectionLatency, latency, central)
        case .publishChannel(let isEncrypted): output.put(Kind.publishChannel, isEncrypted)
        case .unpublishChannel(let psm): output.put(Kind.unpublishChannel, psm)
        case .channel(let channel, let command): output.put(Kind.channel, channel, command)
        case .reportMisuse(let misuse): output.put(Kind.reportMisuse, misuse)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .add: self = .add(try input("service"))
        case .remove: self = .remove(try input("service"))
        case .removeAllServices: self = .removeAllServices
        case .startAdvertising: self = .startAdvertising(try input("request"))
        case .stopAdvertising: self = .stopAdvertising
        case .respond:
            self = .respond(
                try input("request"), code: try input("code"), value: try input("value"),
                part: try input("part"))
        case .setDesiredConnectionLatency:
            self = .setDesiredConnectionLatency(try input("latency"), central: try input("central"))
        case .publishChannel: self = .publishChannel(isEncrypted: try input("isEncrypted"))
        case .unpublishChannel: self = .unpublishChannel(psm: try input("psm"))
        case .channel: self = .channel(try input("channel"), try input("command"))
        case .reportMisuse: self = .reportMisuse(try input("misuse"))
        }
    }
}

extension Peripheral.Event: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case willRestoreState = 1
        case stateChanged = 2
        case serviceAdded = 3
        case advertisingStarted = 4
        case subscribed = 5
        case unsubscribed = 6
        case updateLengthChanged = 7
        case readRequest = 8
        case writeRequests = 9
        case readyToUpdateSubscribers = 10
        case channelPublished = 11
        case channelUnpublished = 12
        case channelOpened = 13
        case channel = 14
        static let family = "Peripheral.Event"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .willRestoreState(let state): output.put(Kind.willRestoreState, state)
        case .stateChanged(let state): output.put(Kind.stateChanged, state)
        case .serviceAdded(let service, let error): output.put(Kind.serviceAdded, service, error)
        case .advertisingStarted(let error): output.put(Kind.advertisingStarted, error)
        case .subscribed(let central, let characteristic):
            output.put(Kind.subscribed, central, characteristic)
        case .unsubscribed(let central, let characteristic):
            output.put(Kind.unsubscribed, central, characteristic)
        case .updateLengthChanged(let central): output.put(Kind.updateLengthChanged, central)
        case .readRequest(let request): output.put(Kind.readRequest, request)
        case .writeRequests(let request, let writes): output.put(Kind.writeRequests, request, writes)
        case .readyToUpdateSubscribers: output.put(Kind.readyToUpdateSubscribers)
        case .channelPublished(let psm, let error): output.put(Kind.channelPublished, psm, error)
        case .channelUnpublished(let psm, let error): output.put(Kind.channelUnpublished, psm, error)
        case .channelOpened(let central, let channel): output.put(Kind.channelOpened, central, channel)
        case .channel(let channel, let event): output.put(Kind.channel, channel, event)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .willRestoreState: self = .willRestoreState(try input("state"))
        case .stateChanged: self = .stateChanged(try input("state"))
        case .serviceAdded: self = .serviceAdded(try input("service"), try input("error"))
        case .advertisingStarted: self = .advertisingStarted(try input("error"))
        case .subscribed:
            self = .subscribed(try input("central"), characteristic: try input("characteristic"))
        case .unsubscribed:
            self = .unsubscribed(try input("central"), characteristic: try input("characteristic"))
        case .updateLengthChanged: self = .updateLengthChanged(try input("central"))
        case .readRequest: self = .readRequest(try input("request"))
        case .writeRequests: self = .writeRequests(try input("request"), try input("writes"))
        case .readyToUpdateSubscribers: self = .readyToUpdateSubscribers
        case .channelPublished: self = .channelPublished(psm: try input("psm"), try input("error"))
        case .channelUnpublished: self = .channelUnpublished(psm: try input("psm"), try input("error"))
        case .channelOpened: self = .channelOpened(try input("central"), try input("channel"))
        case .channel: self = .channel(try input("channel"), try input("event"))
        }
    }
}
