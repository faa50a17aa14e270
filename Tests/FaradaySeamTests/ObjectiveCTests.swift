import Foundation
import Testing

@testable import FaradaySeam

/// What is written for a vendor's SDK in Objective-C. The folder `ObjectiveC` has its header, the symbol graph that the compiler made of it
/// for iOS, with what is not needed here taken out, and the files that are written.
@Suite struct ObjectiveCTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("ObjectiveC")

    private let interface: Interface

    init() throws {
        let graph = Self.folder.appendingPathComponent("Lumen.symbols.json").path
        interface = Interface(try Extractor.extraction(inFile: graph).graph)
    }

    private func files(
        _ configure: (inout SeamRequest) -> Void = { _ in }
    ) throws -> (facades: [Facade], files: [GeneratedFile]) {
        var request = SeamRequest(module: "Lumen")
        request.platform = "iOS"
        configure(&request)
        var planner = Planner(interface, request)
        let facades = try planner.plan()
        let generator = Generator(
            interface: interface, request: request, facades: facades, command: "faraday seam --module Lumen")
        return (facades, generator.files())
    }

    private func text(_ name: String, _ configure: (inout SeamRequest) -> Void = { _ in }) throws -> String {
        try #require(files(configure).files.first { $0.name == name }).text
    }

    /// After a change that is meant: `FARADAY_WRITE_DOCS=1 swift test --filter ObjectiveCTests`.
    @Test(
        arguments: [
            "Bridge.swift", "BridgeProxy.swift", "LampProxy.swift", "DimmableLamp.swift", "PanelProxy.swift",
            "GroupProxy.swift", "LMNBridgeDelegateSpy.swift",
        ])
    func filesAreWrittenAsTheyAreInTheFolder(_ name: String) throws {
        let written = try Formatter(Machine.toolchain(), for: nil).format(text(name))
        let golden = Self.folder.appendingPathComponent(name + ".txt")
        if ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] == "1" {
            try written.write(to: golden, atomically: true, encoding: .utf8)
        }
        let old = try String(contentsOf: golden, encoding: .utf8)
        #expect(Difference.unified(name, from: old, to: written) == "")
    }

    @Test func aProxyHasEveryMethodThatADelegateMayHave() throws {
        let proxy = try text("BridgeProxy.swift")
        let methods = interface.members(of: "c:objc(pl)LMNBridgeDelegate").filter { symbol in
            // What is deprecated, or wants an answer that only a delegate has, is left out.
            !["shouldTrust", "askForPin", "WillRest", "nameForBridges"].contains {
                symbol.names.title.contains($0)
            }
        }
        #expect(methods.count == 5)
        for method in methods {
            var declaration = try Declaration.parse(method.declarationFragments)
            declaration.modifiers.removeAll { $0 == "optional" }
            #expect(proxy.contains(declaration.signature()), "\(method.names.title)")
        }
    }

    /// A framework calls the newer of two methods if its delegate has both, and a proxy has: so a delegate with the older one is still told.
    @Test func theNewerOfTwoMethodsGoesOnToTheOlder() throws {
        let facade = try #require(files().facades.first { $0.name == "Bridge" })
        let methods = facade.delegates[0].protocols[0].methods
        let newer = methods.filter { $0.older != nil }
        #expect(newer.map(\.member.title) == ["bridge(_:didLose:timestamp:error:)"])
        #expect(newer.first?.older?.member.title == "bridge(_:didLose:error:)")
        #expect(newer.first?.older?.parameters == [0, 1, 3])
        #expect(try text("Bridge.swift").contains("self.bridge(bridge, didLose: lamp, error: error)"))
    }

    @Test func aMethodWithACompletionHandlerIsOneRequirementOfAProtocolAndTwoOfAFacade() throws {
        let (facades, _) = try files()
        let delegate = try #require(facades.first { $0.name == "LMNBridgeDelegate" })
        let asked = delegate.members.filter { $0.title.contains("skForPin") }
        #expect(asked.map(\.title) == ["bridge(_:askForPinWithCompletionHandler:)"])
        let bridge = try #require(facades.first { $0.name == "Bridge" })
        let found = bridge.members.filter { $0.facade.name == "findLamps" }
        #expect(
            found.map { $0.facade.signature(isRequirement: true) } == [
                "func findLamps(completionHandler: @escaping @Sendable ([any Lamp]?, (any Error)?) -> Void)",
                "nonisolated(nonsending) func findLamps() async throws -> [any Lamp]",
            ])
        #expect(Set(found.map(\.key)).count == 2)
    }

    /// `assign` and `unsafe_unretained` leave an address behind.
    @Test func aDelegateThatIsNotWeakIsTakenBack() throws {
        #expect(
            try text("LampProxy.swift").contains("if real.delegate === self { real.delegate = nil }"))
        #expect(try !text("BridgeProxy.swift").contains("deinit"))
    }

    @Test func aDelegatesProtocolIsDeclaredWithTheClassThatHasTheProperty() throws {
        #expect(try text("Lamp.swift").contains("protocol LampDelegate: AnyObject"))
        #expect(try !text("DimmableLamp.swift").contains("protocol LampDelegate"))
    }

    @Test func aMethodThatASubclassDeclaresAgainIsInheritedByItsFacade() throws {
        let facade = try #require(files().facades.first { $0.name == "DimmableLamp" })
        #expect(facade.members.map(\.title) == ["level"])
        #expect(facade.inheritedMembers.map(\.title).contains("blink()"))
    }

    @Test func anIsolatedClassIsADelegateOnItsActor() throws {
        #expect(try text("PanelProxy.swift").contains("@MainActor LMNBridgeDelegate"))
    }

    @Test func singletonsAreClassPropertiesOrClassMethods() throws {
        let (facades, _) = try files()
        let found = facades.compactMap { facade in facade.singleton.map { (facade.realName, $0) } }
        #expect(found.map(\.0).sorted() == ["LMNBridge", "LMNLog"])
        let bridge = found.first { $0.0 == "LMNBridge" }
        #expect(bridge?.1.property == "default")
        // Its `init` is unavailable, and `init(named:)` wants a name.
        #expect(bridge?.1.initializer == .withArguments)
        #expect(found.first { $0.0 == "LMNLog" }?.1.initializer == .withoutArguments)
    }

    @Test func constantsAreUsedAsTheyAre() throws {
        let facade = try #require(files().facades.first { $0.name == "Bridge" })
        #expect(!facade.factory.contains { $0.title == "didDisconnectNotification" })
        #expect(!facade.omissions.contains { $0.title == "didDisconnectNotification" })
    }

    @Test func closuresBehindAliasesCarryFacades() throws {
        let facade = try text("Bridge.swift")
        #expect(facade.contains("func loadLamps(_ handler: @escaping ([any Lamp]?, (any Error)?) -> Void)"))
        #expect(facade.contains("func identify(completion: (((any Error)?) -> Void)?)"))
    }

    @Test func whatIsLeftOutHasAReason() throws {
        let omissions = try files().facades.flatMap { facade in
            facade.omissions.map { "\(facade.name) \($0.title)" }
        }
        #expect(
            omissions.sorted() == [
                "Bridge LMNBridgeDelegate.bridge(_:askForPinWithCompletionHandler:)",
                "Bridge LMNBridgeDelegate.bridge(_:shouldTrust:)",
                "Bridge LMNBridgeDelegate.bridgeWillRest(_:)", "Bridge LMNBridgeDelegate.nameForBridges",
                "Bridge oldConnect()", "Group init(members:)", "LMNBridgeDelegate bridgeWillRest(_:)",
            ])
    }

    @Test func ofTwoMethodsAStreamSaysWhichComes() throws {
        let facade = try text("Bridge.swift") { $0.delegateStyle = .async }
        #expect(facade.contains("case didLose(lamp: any Lamp, error: (any Error)?)"))
        #expect(facade.contains("/// One of the two comes: this, or where the module is older"))
    }
}
