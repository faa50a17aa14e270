/// What is written for one type, or for the functions of a module.
struct Facade {
    /// What stands behind a facade.
    enum Subject: Equatable {
        case object(isActor: Bool)
        case value
        /// A type of which only static members are in the facade.
        case namespace
        case functions
        /// A protocol, which needs no facade: only its spy and its dummy are written.
        case existingProtocol
    }

    enum Route: Equatable {
        /// `extension Real: Facade`
        case conformance
        /// A class that holds the real object, or a structure that forwards to static members or functions.
        case proxy
        case none
    }

    var subject: Subject
    /// As other modules write it: `Vendor.Thing`; for functions, the module's name.
    var realName: String
    var symbol: String
    /// The facade protocol; for `existingProtocol` the protocol itself.
    var name: String
    /// What stands in front of `Spy`, `Proxy` and `Dummy`.
    var stem: String
    var factoryName = ""
    var attributes: [String] = []
    /// `AnyObject`, `Sendable`, the facade of the superclass.
    var inherited: [String] = []
    var genericParameters: [String] = []
    var genericRequirements: [String] = []
    /// Of an `existingProtocol`: what conforms has to be.
    var shape: ProtocolShape?
    var members: [Member] = []
    /// Members that come from the superclass's facade: spies, dummies and proxies have them, the protocol inherits them.
    var inheritedMembers: [Member] = []
    /// Static members and initialisers, as instance members of a second protocol.
    var factory: [Member] = []
    var singleton: Singleton?
    var delegates: [Delegate] = []
    var route = Route.none
    /// Real types that are subclasses of this one and have facades, most derived first: their facades' stems.
    var derived: [(real: String, stem: String)] = []
    /// Whether `--delegate async` was asked for.
    var sendsEvents = false
    /// The superclass whose facade has the events already.
    var eventOwner: (stem: String, real: String)?
    var needsNSObject = false
    var isSendable = false
    /// Whether the module was written before Swift checked for concurrency: it has variables that everybody can change.
    var isPreconcurrency = false
    var omissions: [Omission] = []

    /// How the proxy's own code names the real object: the facade can have a `real` of its own.
    var realProperty: String {
        let names = Set(allMembers.map(\.facade.name))
        return ["real", "wrapped", "realObject"].first { !names.contains($0) } ?? "realInstance"
    }

    var allMembers: [Member] { inheritedMembers + members }
    /// Whether the type was imported from Objective-C.
    var isImported: Bool { symbol.hasPrefix("c:") }
    /// The real type as the proxy names it: `Vendor.Group<Item>`.
    var realType: String {
        genericParameters.isEmpty ? realName : "\(realName)<\(genericParameters.joined(separator: ", "))>"
    }
    var proxyName: String { stem + "Proxy" }
    var spyName: String { stem + "Spy" }
    var dummyName: String { stem + "Dummy" }
    /// The global actor of the type, if it has one.
    var isolation: String? { attributes.first { !$0.hasPrefix("@available") } }

    /// Whether spies and dummies only keep what they get and give what they have. Values that can't be copied or that are sent, and actors,
    /// are another matter.
    var isStraight: Bool {
        guard isolation == nil, subject != .object(isActor: true), shape?.isActor != true else {
            return false
        }
        let usual: Set = ["@escaping", "@autoclosure", "inout"]
        return (allMembers + factory).allSatisfy { member in
            member.facade.resultSpecifiers.isEmpty
                && !member.facade.attributes.contains(where: Declaration.isIsolation)
                && member.facade.parameters.allSatisfy { usual.isSuperset(of: $0.specifiers) }
        }
    }

    /// An object that the module makes once and shares.
    struct Singleton: Equatable {
        var property: String
        var initializer: Initializer

        /// How another instance can be made.
        enum Initializer {
            case none
            case withoutArguments
            case withArguments
        }
    }

    /// A property that holds a delegate, and the delegate's protocol, turned around.
    struct Delegate {
        var property: String
        /// The real protocol that the property has.
        var type: String
        var isSettable: Bool
        /// Whether the real object keeps an address that nobody clears: `assign`, `unowned(unsafe)`.
        var isUnsafe = false
        /// Whether the type declares the property itself, no superclass.
        var isOwn = true
        /// What the type refines, the type, and what refines it.
        var protocols: [DelegateProtocol]

        /// Whether the property's own type has a protocol's methods.
        func isRefining(_ planned: DelegateProtocol) -> Bool {
            guard let own = protocols.firstIndex(where: { $0.realName == type }),
                let other = protocols.firstIndex(where: { $0.realName == planned.realName })
            else { return false }
            return other < own
        }
    }

    struct DelegateProtocol {
        var symbol: String
        var realName: String
        /// How the proxy names it, which is its delegate.
        var conformance: String
        var name: String
        var refines: String?
        var methods: [DelegateMethod]
        /// Whether this facade's file declares it: several types can have the same delegate.
        var isDeclaredHere = true
        /// The global actor on which it is told, if it has one.
        var isolation: String?
        /// Whether the module sees methods in the proxy that no delegate may have.
        var hasUnaskedMethods = false
    }

    struct DelegateMethod {
        var member: Member
        var isOptional: Bool
        /// Whether a stream of events tells it. What wants an answer, the proxy answers itself.
        var isEvent = false
        /// The older method of which this one takes the place in a delegate that has both, and which of the parameters it has.
        var older: (member: Member, parameters: [Int])?
    }

    /// A member that no facade has, and why.
    struct Omission: Hashable {
        var title: String
        var reason: String
    }
}

/// A member of a facade, as the module has it and as the facade has it.
struct Member {
    enum Origin: Equatable {
        case instance
        case type
        case initializer
        case function
    }

    var symbol: String
    /// `connect(_:options:)`
    var title: String
    var origin: Origin
    var real: Declaration
    var facade: Declaration
    /// `@available(...)`
    var availability: [String] = []
    /// The name of the spy's property: `onConnect`.
    var key = ""
    /// What the documentation link names: `CBCentralManager/connect(_:options:)`.
    var link: String
    /// How each parameter crosses, and the result.
    var parameterConversions: [Conversion] = []
    var resultConversion = Conversion.none
    /// Whether the facade's declaration differs from the real one in a type.
    var isConverted: Bool { resultConversion != .none || parameterConversions.contains { $0 != .none } }
    var isRenamed = false
    /// Whether the facade has `any P` where the module returns `some P`.
    var isOpened = false
    /// Whether the real object does not keep what the property has. What is not optional, a double has to keep.
    var isWeak: Bool {
        facade.result.isOptional
            && real.modifiers.contains { $0.hasPrefix("weak") || $0.hasPrefix("unowned") }
    }
}

/// How a value crosses between a facade and the real type.
indirect enum Conversion: Hashable {
    case none
    /// An object whose facade has this stem, and whose real type this is.
    case object(stem: String, real: String, isProxied: Bool)
    case optional(Conversion)
    case array(Conversion)
    case dictionary(Conversion)
    /// The value of a `Result`.
    case result(Conversion)
    case tuple([Element])
    case closure(Closure)
    /// The property or parameter that holds a delegate.
    case delegate

    struct Element: Hashable {
        var label: String?
        var conversion: Conversion
    }

    struct Closure: Hashable {
        var parameters: [Conversion]
        var result: Conversion
        var real: FunctionType
        var facade: FunctionType
    }
}
