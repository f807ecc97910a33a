import fs from "node:fs";
import { readSecretFiles } from "~/platform/secret-files.server";
import { fail, ok, warn, type Check, type Finding } from "./finding";

/** A check for each variable that names a file with a secret. They need neither the other settings nor a database. */
export function secretFileChecks(source: Record<string, string | undefined>): Check[] {
  return readSecretFiles(source).map(({ variable, file, problem }) => ({
    name: variable,
    run: async () => (problem === null ? rightsOf(file) : fail(`${variable} ${problem}`, adviceOf(variable))),
  }));
}

/** Whom the file can be read by: its owner alone, or its owner and a group. */
function rightsOf(file: string): Finding {
  const mode = fs.statSync(file).mode & 0o777;
  if ((mode & 0o007) === 0) return ok(`read from "${file}"`);
  return warn(
    `"${file}" can be read by every user of this machine (mode ${mode.toString(8)})`,
    `chmod o= "${file}", and let it belong to the user of this process; of a container, give its secret the mode 0400`,
  );
}

const adviceOf = (variable: string) =>
  `name a file in ${variable} that holds the secret and that the user of this process may read, or set ${variable.replace(/_FILE$/, "")} instead`;
