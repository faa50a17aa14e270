import BluetoothPort
import BluetoothTypes

// What opens and closes a connection, and what questions and answers are.

extension PortFrame.Hello: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(
            version, phone, app, process, token, backgroundModes, hasUsageDescription, accessorySetup)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(version: try input("version"), phone: "", app: "")
        // Another version may have other fields. Its program is refused, whoever it is.
        guard version == PortFrame.version else { return }
        (phone, app) = (try input("phone"), try input("app"))
        (process, token) = (try input("process"), try input("token"))
        backgroundModes = try input("backgroundModes")
        hasUsageDescription = try input("hasUsageDescription", or: nil)
        accessorySetup = try input("accessorySetup", or: nil)
    }
}

extension PortFrame.AccessorySetup: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(supports, services, names, companies) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            supports: try input("supports"), services: try input("services"), names: try input("names"),
            companies: try input("companies"))
    }
}

extension PortFrame.Welcome: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(version, phone, authorization, nearby) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            version: try input("version"), phone: try input("phone"),
            authorization: try input("authorization"), nearby: try input("nearby"))
    }
}

extension PortFrame.ProgramState: CodedKind { static let family = "PortFrame.ProgramState" }

extension PortFrame.Opening: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case central = 1
        case peripheral = 2
        case accessories = 3
        case nearby = 4
        static let family = "PortFrame.Opening"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .central(let options): output.put(Kind.central, options)
        case .peripheral(let options): output.put(Kind.peripheral, options)
        case .accessories: output.put(Kind.accessories)
        case .nearby: output.put(Kind.nearby)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .central: self = .central(try input("options"))
        case .peripheral: self = .peripheral(try input("options"))
        case .accessories: self = .accessories
        case .nearby: self = .nearby
        }
    }
}

extension PortFrame.Question: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case authorization = 1
        case traits = 2
        case retrieve = 3
        case retrieveConnected = 4
        case canSendWriteWithoutResponse = 5
        case maximumWriteLength = 6
        case mtu = 7
        case isNotificationSharingAuthorized = 8
        case hasOpenRequests = 9
        static let family = "PortFrame.Question"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .authorization: output.put(Kind.authorization)
        case .traits: output.put(Kind.traits)
        case .retrieve(let peers): output.put(Kind.retrieve, peers)
        case .retrieveConnected(let services): output.put(Kind.retrieveConnected, services)
        case .canSendWriteWithoutResponse(let peer): output.put(Kind.canSendWriteWithoutResponse, peer)
        case .maximumWriteLength(let peer, let type): output.put(Kind.maximumWriteLength, peer, type)
        case .mtu(let peer): output.put(Kind.mtu, peer)
        case .isNotificationSharingAuthorized(let peer):
            output.put(Kind.isNotificationSharingAuthorized, peer)
        case .hasOpenRequests(let peer): output.put(Kind.hasOpenRequests, peer)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .authorization: self = .authorization
        case .traits: self = .traits
        case .retrieve: self = .retrieve(try input("peers"))
        case .retrieveConnected: self = .retrieveConnected(try input("services"))
        case .canSendWriteWithoutResponse: self = .canSendWriteWithoutResponse(try input("peer"))
        case .maximumWriteLength: self = .maximumWriteLength(try input("peer"), try input("type"))
        case .mtu: self = .mtu(try input("peer"))
        case .isNotificationSharingAuthorized: self = .isNotificationSharingAuthorized(try input("peer"))
        case .hasOpenRequests: self = .hasOpenRequests(try input("peer"))
        }
    }
}

extension PortFrame.Answer: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case none = 0
        case result = 1
        case flag = 2
        case authorization = 3
        case traits = 4
        case peers = 5
        case number = 6
        static let family = "PortFrame.Answer"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .none: output.put(Kind.none)
        case .result(let result): output.put(Kind.result, result)
        case .flag(let flag): output.put(Kind.flag, flag)
        case .authorization(let authorization): output.put(Kind.authorization, authorization)
        case .traits(let traits): output.put(Kind.traits, traits)
        case .peers(let peers): output.put(Kind.peers, peers)
        case .number(let number): output.put(Kind.number, number)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .none: self = .none
        case .result: self = .result(try input("result"))
        case .flag: self = .flag(try input("flag"))
        case .authorization: self = .authorization(try input("authorization"))
        case .traits: self = .traits(try input("traits"))
        case .peers: self = .peers(try input("peers"))
        case .number: self = .number(try input("number"))
        }
    }
}
