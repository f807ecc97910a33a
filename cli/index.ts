import { runProgram } from "./program";

process.exitCode = await runProgram(process.argv.slice(2));
// Waits until a pipe has taken the output. A closed pipe ends the process.
process.stdout.on("error", () => process.exit());
await new Promise<void>((done) => process.stdout.write("", () => done()));
// Open handles of libraries must not keep a finished command running.
process.exit();
