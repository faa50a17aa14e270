/// A sink that a port must not keep alive.
struct WeakSink<Sink> {
    private weak var object: AnyObject?
    var sink: Sink? { object as? Sink }
    init(_ sink: Sink) { object = sink as AnyObject }
}
