import Foundation

/// Classes that inherit their conformance to a delegate protocol from a superclass.
///
/// Without Objective-C, a protocol finds only the methods of the class that declares the conformance, and overrides of
/// them in subclasses. It does not find a method that only a subclass has. On a phone, this method is found.
enum InheritedConformance {
    /// An explanation why a method was not found in a delegate; `nil` if the delegate's own class declares the
    /// conformance.
    static func note(on delegate: any CBCentralManagerDelegate) -> String? {
        note(on: delegate, "CBCentralManagerDelegate") { $0 is any CBCentralManagerDelegate.Type }
    }

    static func note(on delegate: any CBPeripheralDelegate) -> String? {
        note(on: delegate, "CBPeripheralDelegate") { $0 is any CBPeripheralDelegate.Type }
    }

    static func note(on delegate: any CBPeripheralManagerDelegate) -> String? {
        note(on: delegate, "CBPeripheralManagerDelegate") { $0 is any CBPeripheralManagerDelegate.Type }
    }

    private static func note(
        on delegate: AnyObject, _ name: String, _ conforms: (Any.Type) -> Bool
    ) -> String? {
        guard let base = base(of: delegate, conforms) else { return nil }
        let own: AnyClass = type(of: delegate)
        return """
            \(own) inherits its conformance to \(name) from \(base), and a method that only \(own) has is not \
            found without Objective-C: put an empty one into \(base) and override it (Documentation/Linux.md)
            """
    }

    /// The topmost class that conforms, if it is not the object's own class.
    private static func base(of delegate: AnyObject, _ conforms: (Any.Type) -> Bool) -> Any.Type? {
        var mirror = Mirror(reflecting: delegate).superclassMirror
        var base: Any.Type?
        while let current = mirror, conforms(current.subjectType) {
            base = current.subjectType
            mirror = current.superclassMirror
        }
        return base
    }
}
