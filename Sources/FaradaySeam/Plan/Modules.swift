/// Which module declares a type, and how the type is named where several modules are imported.
struct Modules {
    let interface: Interface
    /// Whether a name can begin with the module's: not if a type has that name too.
    private let canQualify: Bool

    init(_ interface: Interface) {
        self.interface = interface
        canQualify = interface.type(named: interface.module) == nil
    }

    /// The module that declares a symbol, if its name tells: `Vendor` of `s:6Vendor5ThingC`.
    static func module(of symbol: String) -> String? {
        for prefix in ["s:", "c:@M@"] where symbol.hasPrefix(prefix) {
            let rest = symbol.dropFirst(prefix.count)
            guard prefix == "s:" else { return String(rest.prefix { $0 != "@" }) }
            guard let length = Int(rest.prefix { $0.isASCII && $0.isNumber }) else { return nil }
            let name = rest.drop { $0.isASCII && $0.isNumber }.prefix(length)
            return name.count == length ? String(name) : nil
        }
        return nil
    }

    /// The modules whose types members mention, but for those that are imported anyway.
    func needed(by members: [Member]) -> Set<String> {
        var found: Set<String> = []
        for member in members {
            let fragments = interface.symbols[member.symbol]?.declarationFragments ?? []
            let symbols =
                fragments.compactMap(\.preciseIdentifier)
                + (member.real.types + member.facade.types).flatMap(\.components).compactMap(\.symbol)
            found.formUnion(symbols.compactMap(Self.module))
        }
        return found.filter {
            !$0.hasPrefix("_") && !Self.alwaysThere.contains($0)
                && (!interface.modules.contains($0) || interface.modulesOfParents.contains($0))
        }
    }

    /// With Foundation, which all generated files import.
    private static let alwaysThere: Set = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch",
        "ObjectiveC",
    ]

    // MARK: Names

    /// The name of a type of the module, with the module's in front of it if Foundation has one of that name too.
    func name(of type: Symbol) -> String {
        let name = type.pathComponents.joined(separator: ".")
        let module = Self.module(of: type.identifier.precise) ?? interface.module
        return isAmbiguous(type.pathComponents[0], of: module) ? "\(module).\(name)" : name
    }

    /// The declaration with such names in it.
    func qualified(_ declaration: Declaration) -> Declaration {
        declaration.mapTypes { type in
            if case .named(let components) = type, components.count == 1,
                let name = Self.swiftNames[components[0].name], components[0].symbol?.hasPrefix("c:") ?? false
            {
                return .plain(name)
            }
            guard case .named(let components) = type, let first = components.first, let symbol = first.symbol,
                let module = Self.module(of: symbol)
                    ?? (interface.symbols[symbol] == nil ? nil : interface.module),
                isAmbiguous(first.name, of: module)
            else { return type }
            return .named([TypeExpression.Component(name: module)] + components)
        }
    }

    /// What Swift calls some types of Objective-C that graphs call as headers do.
    private static let swiftNames = [
        "dispatch_queue_t": "DispatchQueue", "dispatch_group_t": "DispatchGroup",
        "dispatch_semaphore_t": "DispatchSemaphore",
    ]

    private func isAmbiguous(_ name: String, of module: String) -> Bool {
        Self.foundation.contains(name) && !module.hasPrefix("Foundation") && !module.hasPrefix("_")
            && module != "Swift"
            && (canQualify || module != interface.module)
    }

    /// The types of Foundation whose names an SDK can have too.
    private static let foundation = Set(
        """
        AffineTransform AttributeContainer AttributedString BlockOperation Bundle Calendar CharacterSet Data Date
        DateComponents DateInterval Decimal Dimension Expression FileHandle FileManager FormatStyle Formatter Host
        IndexPath IndexSet InputStream JSONDecoder JSONEncoder Locale Measurement Morphology Notification
        NotificationCenter NotificationQueue NumberFormatter Operation OperationQueue OutputStream ParseStrategy
        PersonNameComponents Pipe Port PortDelegate PortMessage Predicate Process ProcessInfo Progress RunLoop Scanner
        SocketPort SortOrder Stream StreamDelegate Thread TimeInterval TimeZone Timer UndoManager Unit UnitConverter
        UnitAngle UnitArea UnitDuration UnitEnergy UnitFrequency UnitLength UnitMass UnitPower UnitPressure UnitSpeed
        UnitTemperature UnitVolume URL URLComponents URLRequest URLResponse URLSession UserDefaults UUID XMLDocument
        XMLElement XMLNode XMLParser
        """
        .split(whereSeparator: \.isWhitespace).map(String.init))
}
