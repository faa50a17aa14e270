/// Stores the records of a logger, which sends each record again until it is sure.
public protocol LogbookApp: AnyObject {
    /// The numbers of the records in the file, in its order.
    var rows: [UInt8] { get }
}
