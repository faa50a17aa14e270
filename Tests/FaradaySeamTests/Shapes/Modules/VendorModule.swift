extension ShapeModule {
    /// A module that is named like one of its types.
    static let vendor = ShapeModule(
        name: "Vendor", languageMode: "5",
        source: #"""
            public final class Vendor {
                public static let shared = Vendor()
                private init() {}
                public func device(_ id: String) -> Device { Device(id: id) }
                public struct Options: Sendable { public init() {}; public var fast = false }
                public func configure(_ options: Options = Options(), url: String) -> Options { options }
                public enum Failure: Error { case none }
                public func run() throws(Failure) -> Vendor { self }
            }
            public final class Device {
                public let id: String
                init(id: String) { self.id = id }
                public func connect(_ options: Vendor.Options) async throws -> Vendor { .shared }
                public enum State: Int { case off, on }
                public var state: State { .on }
            }
            public typealias Gadget = Device
            public func vendorVersion(_ vendor: Vendor) -> Int { 3 }
            """#)

    /// Joined, the names of these two are one.
    static let clash = ShapeModule(
        name: "Clash", languageMode: "6",
        source: """
            public final class Outer { public final class Inner { public func run() {} } }
            public final class OuterInner { public func run() {} }
            """)
}
