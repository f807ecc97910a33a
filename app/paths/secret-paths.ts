import { paths } from "./paths";

// Addresses whose second part is a secret of who got the email: a one-time link signs in, and an unsubscribe link acts
// without a session. Such an address is in no log, in no Referer, and no browser or proxy keeps its page.

const secretPaths = [paths.link(), paths.unsubscribe()];
/** Routes match in any case, and with any number of slashes. */
const SECRET = new RegExp(`^/+(${secretPaths.map((path) => path.slice(1, -1)).join("|")})/+[^/]+`, "i");

/** Whether a path holds a secret. */
export const holdsSecret = (path: string): boolean => SECRET.test(path);

/** The path without its secret, for a log. */
export function withoutSecrets(path: string): string {
  return path.replace(SECRET, (_all, first: string) => `/${first.toLowerCase()}/[redacted]`);
}
