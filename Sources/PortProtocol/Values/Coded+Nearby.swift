import BluetoothPort

// Sessions of Nearby Interaction.

extension Nearby.Motion: CodedKind { static let family = "Nearby.Motion" }

extension Nearby.Configuration: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(peer, previousPeer, usesCamera) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            peer: try input("peer"), previousPeer: try input("previousPeer"),
            usesCamera: try input("usesCamera"))
    }
}

extension Nearby.Object: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(peer, distance, horizontalAngle) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            peer: try input("peer"), distance: try input("distance"),
            horizontalAngle: try input("horizontalAngle"))
    }
}

extension Nearby.Failure: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(code, reason) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(code: try input("code"), reason: try input("reason"))
    }
}

extension Nearby.Capabilities: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(supportsChannelSounding, supportsCamera) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            supportsChannelSounding: try input("supportsChannelSounding"),
            supportsCamera: try input("supportsCamera"))
    }
}

extension Nearby.Command: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case run = 1
        case pause = 2
        case invalidate = 3
        case setMotion = 4
        static let family = "Nearby.Command"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .run(let configuration): output.put(Kind.run, configuration)
        case .pause: output.put(Kind.pause)
        case .invalidate: output.put(Kind.invalidate)
        case .setMotion(let motion, let peer): output.put(Kind.setMotion, motion, peer)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .run: self = .run(try input("configuration"))
        case .pause: self = .pause
        case .invalidate: self = .invalidate
        case .setMotion: self = .setMotion(try input("motion"), of: try input("peer"))
        }
    }
}

extension Nearby.Event: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case started = 1
        case updated = 2
        case suspended = 3
        case suspensionEnded = 4
        case invalidated = 5
        static let family = "Nearby.Event"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .started: output.put(Kind.started)
        case .updated(let object): output.put(Kind.updated, object)
        case .suspended: output.put(Kind.suspended)
        case .suspensionEnded: output.put(Kind.suspensionEnded)
        case .invalidated(let failure): output.put(Kind.invalidated, failure)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .started: self = .started
        case .updated: self = .updated(try input("object"))
        case .suspended: self = .suspended
        case .suspensionEnded: self = .suspensionEnded
        case .invalidated: self = .invalidated(try input("failure"))
        }
    }
}
