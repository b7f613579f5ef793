import Glibc

// A reader that leaves (`| head`) ends the program quietly, whatever the parent process ignores.
signal(SIGPIPE, SIG_DFL)
exit(
  await Program.run(Array(CommandLine.arguments.dropFirst()), environment: ProcessEnvironment.read()).rawValue
)
