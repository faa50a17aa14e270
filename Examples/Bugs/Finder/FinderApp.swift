/// Shows whether a bag is near: whether there is a link to the tracker in it.
public protocol FinderApp: AnyObject {
    var isNear: Bool { get }
}
