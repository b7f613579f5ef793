import KneeJoint

extension LegMotion {
  /// The hinge that the motion shows, sure or not.
  func fittedAxes() throws(KneeJointError) -> HingeAxes {
    try HingeAxisFit.fit(thigh: thigh, shank: shank, time: time, moving: moving, restarts: restarts)
  }

  /// The same; nil when the thigh turns too little to tell its axis: then the shank alone speaks.
  func ownAxes() throws(KneeJointError) -> HingeAxes? {
    if moving.isThighStill { return nil }
    let axes = try fittedAxes()
    return moving.isThighQuiet && !axes.flags().isEmpty ? nil : axes
  }
}
