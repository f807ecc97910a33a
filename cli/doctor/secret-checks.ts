import fs from "node:fs";
import { readSecretFiles } from "~/platform/secret-files.server";
import { fail, ok, warn, type Check, type Finding } from "./finding";

/** Returns one check per variable that names a secret file. They need neither the other settings nor a database. */
export function secretFileChecks(source: Record<string, string | undefined>): Check[] {
  return readSecretFiles(source).map(({ variable, file, problem }) => ({
    name: variable,
    run: async () => (problem === null ? rightsOf(file) : fail(`${variable} ${problem}`, adviceOf(variable))),
  }));
}

/** Checks that only the owner, or the owner and a group, can read the file. */
function rightsOf(file: string): Finding {
  const mode = fs.statSync(file).mode & 0o777;
  if ((mode & 0o007) === 0) return ok(`read from "${file}"`);
  return warn(
    `"${file}" can be read by every user of this machine (mode ${mode.toString(8)})`,
    `run "chmod o= ${file}", and make the user of this process its owner; in a container, give the secret the mode 0400`,
  );
}

const adviceOf = (variable: string) =>
  `set ${variable} to a file with the secret that the user of this process may read, or set ${variable.replace(/_FILE$/, "")} instead`;
