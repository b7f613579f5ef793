extension Messages {
  static let english: [Message: String] = [
    .begin: "BEGIN", .completed: "COMPLETED", .noTasks: "no tasks", .nothingDue: "nothing due",
    .doneOfOne: "{0} of 1 task done", .doneOfMany: "{0} of {1} tasks done", .noCards: "no cards",
    .notYet: "This day has not come yet.", .earlierResult: "before: {0}", .video: "Video", .image: "Picture",
    .buttons: "Buttons",
    .answerNeeded: "An answer is needed here.", .mayStayEmpty: "may stay empty", .range: "{0} to {1}",
    .steps: "in steps of {0}", .decimals: "up to {0} decimals", .oneOf: "one of {0}",
    .severalOf: "any of {0}, with commas between", .yesOrNo: "yes or no", .date: "YYYY-MM-DD",
    .moment: "YYYY-MM-DDThh:mm:ssZ", .number: "a number", .wholeNumber: "a whole number",
    .atLeast: "must be at least {0}", .atMost: "must be at most {0}", .text: "up to {0} characters",
    .enterTakes: "Enter takes {0}", .keys: "Enter goes on, < goes back, Ctrl-C leaves without storing.",
    .skipKey: "> leaves this form out.", .clearKey: "- leaves it empty",
    .nothingBefore: "There is nothing before this.", .cannotSkip: "This form cannot be left out.",
    .goOn: "Enter goes on.", .page: "{0} of {1}", .yes: "yes", .no: "no",
    .tapKeys: "Type the number of a button and Enter; d is done, c is cancel.", .taps: "{0} taps",
    .noSuchKey: "There is no such button.",
    .stored: "Stored: {0}", .nothingStored: "Nothing was stored.", .cancelled: "Left without storing.",
    .mustBeNumber: "must be a number", .mustBeYesOrNo: "must be yes or no", .mustBeText: "must be a text",
    .mustBeFinite: "must be a finite number", .mustBeWhole: "must be a whole number",
    .offGrid: "must lie on the scale, in steps of {0}", .notAChoice: "must be one of {0}",
    .takenTwice: "takes `{0}` twice", .tooLong: "is longer than {0} characters", .noDate: "is no date",
    .before: "must not lie before {0}", .after: "must not lie after {0}",
    .noSuchItem: "there is no such item",
    .left: "left", .right: "right",
    .kneeHappens:
      "1. What happens: you bend and straighten the {0} knee while sensors measure how far it goes.",
    .kneeSit: "2. How to sit: on the edge of a firm chair, back straight, the {0} knee bent, the foot down.",
    .kneePlaceOfTwo:
      """
    3. Where the sensors go: one on the outside of the {0} thigh, one on the {0} shin below the \
    knee, strapped so that they do not slide.
    """,
    .kneePlaceOfOne:
      "3. Where the sensors go: one on the {0} shin below the knee, its upper side outwards.",
    .kneeMove:
      """
    4. How to move: after the signal straighten the {0} knee as far as it goes, then bring the leg \
    back.
    """,
    .kneeStartOfTwo:
      """
    Sit still, both sensors strapped on. Press Enter, keep still until the signal, then \
    straighten the {0} knee as far as it goes.
    """,
    .kneeStartOfOne:
      """
    Hold the device against the {0} shin below the knee, screen outwards. Press Enter, keep still \
    until the signal, then straighten the {0} knee as far as it goes.
    """,
    .kneeBack: "Bring the {0} leg back to where it began and press Enter.",
    .kneeDone: "Done. Thank you; the {0} knee is measured.", .pressEnter: "Press Enter to go on.",
    .keepStill: "Keep still for three seconds, until the signal.", .nowStraighten: "Now straighten the knee.",
    .measured: "Measured.",
  ]
}
