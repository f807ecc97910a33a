import { paths } from "./paths";

// Paths whose second part is a secret. A one-time link signs in, an unsubscribe link acts without a session, and the
// signed address of a file returns it without one. Such paths must not appear in logs or Referer headers, and their
// pages must not be cached.

const secretPaths = [paths.link(), paths.unsubscribe(), paths.fileContent()];
/** Routes match in any case and with any number of slashes. */
const SECRET = new RegExp(`^/+(${secretPaths.map((path) => path.slice(1, -1)).join("|")})/+[^/]+`, "i");

/** Whether a path contains a secret. */
export const holdsSecret = (path: string): boolean => SECRET.test(path);

/** Returns the path without its secret, for logs. */
export function withoutSecrets(path: string): string {
  return path.replace(SECRET, (_all, first: string) => `/${first.toLowerCase()}/[redacted]`);
}
