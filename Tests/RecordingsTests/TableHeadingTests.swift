import Inertial
import Recordings
import Testing

@Suite struct `Headings of tables` {
  private let folder = TemporaryFolder()

  private func read(_ heading: String, name: String = "table.csv") throws -> RawRecording {
    let count = heading.split(separator: ",", omittingEmptySubsequences: false).count
    let rows = (0..<5).map { row in
      (0..<count).map { $0 == 0 ? "0.0\(row)" : "\($0).\(row)" }.joined(separator: ",")
    }
    let text = ([heading] + rows).joined(separator: "\n") + "\n"
    return try RecordingFile(path: folder.write(text, as: name)).recording()
  }

  @Test(arguments: [
    ("time (s),acc_x (m/s^2),acc_y (m/s^2),acc_z (m/s^2),gyr_x (rad/s),gyr_y (rad/s),gyr_z (rad/s)", "SI"),
    ("time_s,acc_x_m_s2,acc_y_m_s2,acc_z_m_s2,gyr_x_rad_s,gyr_y_rad_s,gyr_z_rad_s", "SI"),
    ("t [s],ax [m/s²],ay [m/s²],az [m/s²],wx [rad/s],wy [rad/s],wz [rad/s]", "SI"),
    ("Timestamp_s,a_x m/s^2,a_y m/s^2,a_z m/s^2,w_x rad/s,w_y rad/s,w_z rad/s", "SI"),
    ("time_s,ACCEL_X_mps2,ACCEL_Y_mps2,ACCEL_Z_mps2,GYRO_X_radps,GYRO_Y_radps,GYRO_Z_radps", "SI"),
    ("time_s,ax_m/s/s,ay_m/s/s,az_m/s/s,gx_deg/s,gy_deg/s,gz_deg/s", "deg"),
    ("time (s),accX (m s^-2),accY (m s^-2),accZ (m s^-2),gyroX (°/s),gyroY (°/s),gyroZ (°/s)", "deg"),
    ("TIME (S),Acc X [g],Acc Y [g],Acc Z [g],Gyr X [dps],Gyr Y [dps],Gyr Z [dps]", "g"),
    (
      "Time (s),Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g),"
        + "Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s)", "g"
    ),
    (
      "time,Upper/Acceleration/X (g),Upper/Acceleration/Y (g),Upper/Acceleration/Z (g),"
        + "Upper/Angular Velocity/X (deg/s),Upper/Angular Velocity/Y (deg/s),Upper/Angular Velocity/Z (deg/s)",
      "g"
    ),
  ])
  func `names and units are understood as people write them`(heading: String, units: String) throws {
    let recording = try read(heading)
    let sensor = try #require(recording.sensors.first)
    #expect(recording.sensors.count == 1)
    #expect(sensor.accelerometer.unit == (units == "g" ? .standardGravity : .metrePerSecondSquared))
    #expect(sensor.gyroscope.unit == (units == "SI" ? .radianPerSecond : .degreePerSecond))
    #expect(sensor.accelerometer.values[0] == Vector3(1, 2, 3))
    #expect(sensor.gyroscope.values[0] == Vector3(4, 5, 6))
    #expect(recording.stamps.prefix(2) == [0, 10_000_000])
  }

  @Test func `columns are found by their names in any order`() throws {
    let recording = try read("time (s),gyr_z,gyr_y,gyr_x,temperature,acc_z,acc_x,note,acc_y")
    #expect(recording.sensors[0].gyroscope.values[0] == Vector3(3, 2, 1))
    #expect(recording.sensors[0].accelerometer.values[0] == Vector3(6, 8, 5))
    #expect(recording.sensors[0].gyroscope.unit == nil)
  }

  @Test(
    arguments: [
      ("thigh_acc_x,thigh_acc_y,thigh_acc_z,thigh_gyr_x,thigh_gyr_y,thigh_gyr_z", "thigh", "thigh"),
      ("acc_x_1,acc_y_1,acc_z_1,gyr_x_1,gyr_y_1,gyr_z_1", "imu1", nil),
      ("ax2,ay2,az2,gx2,gy2,gz2", "imu2", nil),
      ("IMU_B acc x,IMU_B acc y,IMU_B acc z,IMU_B gyr x,IMU_B gyr y,IMU_B gyr z", "imu_b", nil),
      (
        "LTibia_acc_x,LTibia_acc_y,LTibia_acc_z,LTibia_gyr_x,LTibia_gyr_y,LTibia_gyr_z", "ltibia",
        "shank left"
      ),
      (
        "Right Upper Leg acc x,Right Upper Leg acc y,Right Upper Leg acc z,"
          + "Right Upper Leg gyr x,Right Upper Leg gyr y,Right Upper Leg gyr z", "right_upper_leg",
        "thigh right"
      ),
      (
        "shank_r_acc_x,shank_r_acc_y,shank_r_acc_z,shank_r_gyr_x,shank_r_gyr_y,shank_r_gyr_z", "shank_r",
        "shank right"
      ),
    ] as [(String, String, String?)])
  func `a sensor is told by what its columns begin or end with`(heading: String, id: String, place: String?)
    throws
  {
    let other = "chest_acc_x,chest_acc_y,chest_acc_z,chest_gyr_x,chest_gyr_y,chest_gyr_z"
    let recording = try read("time (s),\(heading),\(other)")
    #expect(recording.sensors.map(\.id) == [id, "chest"])
    let placement = recording.sensors[0].placement
    let words = [placement?.segment?.rawValue, placement?.side?.rawValue].compactMap { $0 }
    #expect(words.joined(separator: " ") == place ?? "")
    #expect(recording.sensors[1].placement == nil)
  }

  @Test(
    arguments: [
      ("walk_left.csv", nil, .left), ("walk_l.csv", nil, .left), ("squat-R.csv", nil, .right),
      ("tibia_r.csv", .shank, .right), ("Right Upper Leg 64F61B2A.csv", .thigh, .right),
      ("LFemur.csv", .thigh, .left),
      ("shin.csv", .shank, nil), ("knee_l_02.csv", nil, .left), ("01_shank.csv", .shank, nil),
      // Names that only look like one.
      ("Shinji_walk.csv", nil, nil), ("bright.csv", nil, nil), ("leftover.csv", nil, nil),
      ("trial_l_02.csv", nil, nil),
      ("left_and_right.csv", nil, nil), ("thigh_and_shank.csv", nil, nil), ("formula.csv", nil, nil),
      ("r.csv", nil, nil),
    ] as [(String, BodySegment?, BodySide?)])
  func `the name of a file places its one sensor by whole words`(
    name: String, segment: BodySegment?, side: BodySide?
  ) throws {
    let recording = try read("time (s),acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z", name: name)
    #expect(recording.sensors[0].placement?.segment == segment)
    #expect(recording.side == side)
    #expect(recording.sensors[0].placement?.because ?? "file name" == "file name")
  }

  @Test func `what is stated in the file beats its name`() throws {
    let recording = try read(
      "# flexion: side=right\ntime (s),acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z", name: "walk_left.csv")
    #expect(recording.side == .right)
  }

  @Test func `sensors of both legs give no side to the whole recording`() throws {
    let sensors = ["thigh_l", "shank_l", "thigh_r", "shank_r"].flatMap { sensor in
      ["acc", "gyr"].flatMap { quantity in ["x", "y", "z"].map { "\(sensor)_\(quantity)_\($0)" } }
    }
    let recording = try read((["time (s)"] + sensors).joined(separator: ","))
    #expect(recording.sensors.count == 4)
    #expect(recording.sensors.map(\.placement?.side) == [.left, .left, .right, .right])
    #expect(recording.side == nil)
  }

  @Test func `two sensors never have one name`() throws {
    let recording = try read("t_s,ax,ay,az,gx,gy,gz,imu_ax,imu_ay,imu_az,imu_gx,imu_gy,imu_gz")
    #expect(recording.sensors.map(\.id) == ["imu", "imu_b"])
    #expect(recording.sensors[1].accelerometer.values[0] == Vector3(7, 8, 9))
  }

  @Test func `a magnetometer is read in its unit and a second accelerometer is left alone`() throws {
    let recording = try read(
      "time (s),S_Accel_LN_X,S_Accel_LN_Y,S_Accel_LN_Z,S_Accel_WR_X,S_Accel_WR_Y,S_Accel_WR_Z,"
        + "S_Gyro_X,S_Gyro_Y,S_Gyro_Z,S_Mag_X (G),S_Mag_Y (G),S_Mag_Z (G)")
    let sensor = try #require(recording.sensors.first)
    #expect(recording.sensors.count == 1)
    #expect(sensor.accelerometer.values[0] == Vector3(1, 2, 3))
    #expect(sensor.magnetometer?.values[0] == Vector3(10, 11, 12))
    #expect(sensor.magnetometer?.unit == .gauss)
  }

  @Test func `orientations, angles and counts of a maker are not taken for signals`() throws {
    let recording = try read(
      "time (s),quat_x,quat_y,quat_z,quat_w,gyr_bias_x,gyr_bias_y,gyr_bias_z,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z,"
        + "euler_x,gyro_angle_x,acc_uncal_x")
    #expect(recording.sensors[0].gyroscope.values[0] == Vector3(11, 12, 13))
    #expect(recording.findings.isEmpty)
    #expect(recording.reference == nil)
  }

  @Test func `a name that comes twice is used once and reported`() throws {
    let recording = try read("time (s),acc_x,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z")
    #expect(recording.sensors[0].accelerometer.values[0] == Vector3(1, 3, 4))
    #expect(recording.finding(.repeatedName)?.count == 1)
  }

  @Test func `reference columns never become sensors`() throws {
    let recording = try read(
      "time (s),shank_acc_x,shank_acc_y,shank_acc_z,shank_gyr_x,shank_gyr_y,shank_gyr_z,"
        + "ref_shank_qw,ref_shank_qx,ref_shank_qy,ref_shank_qz,ref_flexion (deg),ref_valid")
    #expect(recording.sensors.map(\.id) == ["shank"])
    #expect(recording.reference?.orientation["shank"]?[0] == Quaternion(7, 8, 9, 10))
    #expect(recording.reference?.flexionDegrees?[1] == 11.1)
    #expect(recording.reference?.valid == Array(repeating: true, count: 5))
  }
}
