import { randomBytes } from "node:crypto";
import fs from "node:fs";

/**
 * Reads the password of the database owner, or creates one that only the current user can read.
 * @param file path of the password file
 * @returns the password; it needs no escaping in a URL
 * @throws if the file belongs to another user
 */
export function loadPassword(file: string): string {
  if (!fs.existsSync(file)) {
    // Renamed at the end, so that the file is never incomplete.
    const draft = `${file}.new`;
    fs.rmSync(draft, { force: true });
    fs.writeFileSync(draft, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
    fs.renameSync(draft, file);
  }
  // A file restored from a backup may have lost its mode.
  fs.chmodSync(file, 0o600);
  return fs.readFileSync(file, "utf8").trim();
}
