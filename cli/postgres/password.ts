import { randomBytes } from "node:crypto";
import fs from "node:fs";

/**
 * Reads the password of the database's owner, or makes one up and stores it for the current user only.
 * @param file where the password is kept
 * @returns the password; it needs no escaping in a URL
 * @throws when the file belongs to another user
 */
export function loadPassword(file: string): string {
  if (!fs.existsSync(file)) {
    // Under its name the file is never seen half written.
    const draft = `${file}.new`;
    fs.rmSync(draft, { force: true });
    fs.writeFileSync(draft, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
    fs.renameSync(draft, file);
  }
  // A file restored from a backup may have lost its mode.
  fs.chmodSync(file, 0o600);
  return fs.readFileSync(file, "utf8").trim();
}
