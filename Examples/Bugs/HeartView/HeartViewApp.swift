/// Shows the heart rate, and the charge of the strap, for as long as the app is open.
public protocol HeartViewApp: AnyObject {
    var heartRate: Int? { get }
    var battery: Int? { get }
}
