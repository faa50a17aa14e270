// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import FaradaySimulation
import Foundation
import XCTest

/// The world that the main thread's own code belongs to.
final class MainThreadTestCase: XCTestCase {
    func testItJoinsANewWorldThoughAnotherOneStillGoesOn() throws {
        let leftBehind = World()
        try XCTSkipUnless(leftBehind.holdsAppWork)
        let earlier = ThreadCode(of: leftBehind, nil)
        Thread.sleep(forTimeInterval: 3)
        let world = World()
        let code = ThreadCode(of: world, nil)
        Thread.sleep(forTimeInterval: 5)
        XCTAssertEqual(leftBehind.now, .zero + .seconds(3))
        XCTAssertEqual(world.now, .zero + .seconds(5))
        // The end of what came before takes nothing from it.
        earlier.end()
        Thread.sleep(forTimeInterval: 5)
        XCTAssertEqual(world.now, .zero + .seconds(10))
        code.end()
    }
}
#endif
