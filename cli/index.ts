import { CommanderError } from "commander";
import { buildProgram } from "./program";
import { exitCodeOf, printError } from "./run-command";

try {
  await (await buildProgram(process.argv[2])).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed its message. Asking for help is not an error.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    printError(error);
    process.exitCode = exitCodeOf(error);
  }
}
// What was printed into a pipe is read by somebody first; whoever has stopped reading wants no more.
process.stdout.on("error", () => process.exit());
await new Promise<void>((done) => process.stdout.write("", () => done()));
// Open handles of libraries must not keep a finished command running.
process.exit();
