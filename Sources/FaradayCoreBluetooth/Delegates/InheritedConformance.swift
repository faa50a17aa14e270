import Foundation

/// Classes that have their conformance to a delegate protocol from a class above them.
///
/// Without Objective-C such a protocol finds the methods of the class that declares the conformance, and what a subclass
/// overrides of them; a method that only a subclass has is no part of it. On a phone it is found.
enum InheritedConformance {
    /// What to say of a method that was not found in a delegate; `nil` if its own class declares the conformance.
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
            \(own) has its conformance to \(name) from \(base), and a method that only \(own) has is not found without \
            Objective-C: put an empty one into \(base) and override it (Documentation/Linux.md)
            """
    }

    /// The class at the top that conforms, if that is another than the object's.
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
