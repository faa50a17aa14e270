/// An object that has to be freed.
public struct WeakObject {
    public weak var object: AnyObject?

    public init(_ object: AnyObject?) { self.object = object }
}
