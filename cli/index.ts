import { runProgram } from "./program";

process.exitCode = await runProgram(process.argv.slice(2));
// What was printed into a pipe is read by somebody first; whoever has stopped reading wants no more.
process.stdout.on("error", () => process.exit());
await new Promise<void>((done) => process.stdout.write("", () => done()));
// Open handles of libraries must not keep a finished command running.
process.exit();
