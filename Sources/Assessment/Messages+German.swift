extension Messages {
  static let german: [Message: String] = [
    .begin: "BEGINNEN", .completed: "ERLEDIGT", .noTasks: "keine Aufgaben", .nothingDue: "nichts fällig",
    .doneOfOne: "{0} von 1 Aufgabe erledigt", .doneOfMany: "{0} von {1} Aufgaben erledigt",
    .noCards: "keine Karten", .notYet: "Dieser Tag ist noch nicht da.", .earlierResult: "zuvor: {0}",
    .video: "Video", .image: "Bild", .buttons: "Tasten",
    .answerNeeded: "Hier wird eine Antwort gebraucht.", .mayStayEmpty: "darf leer bleiben",
    .range: "{0} bis {1}", .steps: "in Schritten von {0}", .decimals: "bis zu {0} Nachkommastellen",
    .oneOf: "eines von {0}", .severalOf: "beliebige von {0}, mit Komma dazwischen", .yesOrNo: "ja oder nein",
    .date: "JJJJ-MM-TT", .moment: "JJJJ-MM-TTThh:mm:ssZ", .number: "eine Zahl",
    .wholeNumber: "eine ganze Zahl", .atLeast: "muss mindestens {0} sein", .atMost: "darf höchstens {0} sein",
    .text: "bis zu {0} Zeichen", .enterTakes: "Eingabetaste nimmt {0}",
    .keys: "Eingabetaste: weiter, <: zurück, Strg-C: verlassen ohne zu speichern.",
    .skipKey: ">: dieses Formular auslassen.", .clearKey: "- lässt es leer",
    .nothingBefore: "Davor ist nichts.", .cannotSkip: "Dieses Formular kann nicht ausgelassen werden.",
    .goOn: "Eingabetaste: weiter.", .page: "{0} von {1}", .yes: "ja", .no: "nein",
    .tapKeys: "Nummer einer Taste und Eingabetaste; d ist fertig, c ist abbrechen.",
    .taps: "{0}-mal getippt", .noSuchKey: "Diese Taste gibt es nicht.",
    .stored: "Gespeichert: {0}", .nothingStored: "Nichts wurde gespeichert.",
    .cancelled: "Verlassen ohne zu speichern.",
    .mustBeNumber: "muss eine Zahl sein", .mustBeYesOrNo: "muss ja oder nein sein",
    .mustBeText: "muss ein Text sein", .mustBeFinite: "muss eine endliche Zahl sein",
    .mustBeWhole: "muss eine ganze Zahl sein", .offGrid: "muss auf der Skala liegen, in Schritten von {0}",
    .notAChoice: "muss eines von {0} sein", .takenTwice: "nimmt `{0}` zweimal",
    .tooLong: "ist länger als {0} Zeichen", .noDate: "ist kein Datum", .before: "darf nicht vor {0} liegen",
    .after: "darf nicht nach {0} liegen", .noSuchItem: "diese Frage gibt es nicht",
    .left: "link", .right: "recht",
    .kneeHappens:
      "1. Was geschieht: Das {0}e Knie wird gebeugt und gestreckt; Sensoren messen, wie weit es geht.",
    .kneeSit:
      "2. Sitzen: vorn auf einem festen Stuhl, Rücken gerade, das {0}e Knie gebeugt, der Fuß am Boden.",
    .kneePlaceOfTwo:
      """
    3. Wohin die Sensoren kommen: einer außen an den {0}en Oberschenkel, einer an das {0}e \
    Schienbein unter dem Knie, so fest, dass sie nicht rutschen.
    """,
    .kneePlaceOfOne:
      "3. Wohin der Sensor kommt: an das {0}e Schienbein unter dem Knie, die Oberseite nach außen.",
    .kneeMove:
      "4. Bewegen: nach dem Signal das {0}e Knie so weit strecken, wie es geht, dann das Bein zurück.",
    .kneeStartOfTwo:
      """
    Still sitzen, beide Sensoren angelegt. Eingabetaste drücken, bis zum Signal still halten, \
    dann das {0}e Knie so weit strecken, wie es geht.
    """,
    .kneeStartOfOne:
      """
    Das Gerät unter dem Knie an das {0}e Schienbein halten, Bildschirm nach außen. Eingabetaste \
    drücken, bis zum Signal still halten, dann das {0}e Knie so weit strecken, wie es geht.
    """,
    .kneeBack: "Das {0}e Bein zurück an den Anfang bringen und die Eingabetaste drücken.",
    .kneeDone: "Fertig. Danke; das {0}e Knie ist gemessen.", .pressEnter: "Eingabetaste: weiter.",
    .keepStill: "Drei Sekunden still halten, bis zum Signal.", .nowStraighten: "Jetzt das Knie strecken.",
    .measured: "Gemessen.",
  ]
}
