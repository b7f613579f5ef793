// KneeJoint
