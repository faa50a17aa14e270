import FaradayBridge

extension Scenario {
    /// A button two metres away, which can be pressed and carried off.
    static let doorbell = Scenario("doorbell") { stage in
        let button = stage.world.add(.blinky(name: "Bell"), at: .meters(2))
        stage.step("press") {
            button.update(Blinky.button, [1])
            button.update(Blinky.button, [0])
        }
        stage.step("walk away") { button.move(to: .outOfRange) }
        stage.step("come back") { button.move(to: .meters(2)) }
        stage.step("stand still") { stage.world.stopPacing() }
    }
}
