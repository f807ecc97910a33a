import fs from "node:fs";

/**
 * Returns a directory that every account can reach, for files that the server's account cannot reach elsewhere. Only
 * the current user can write to it.
 * @throws if another user has created something at this path
 */
export function sharedDirectory(): string {
  const uid = process.getuid?.();
  const directory = `/var/tmp/finderlohn-postgres-${uid}`;
  fs.mkdirSync(directory, { recursive: true, mode: 0o755 });
  const found = fs.lstatSync(directory);
  // Every user may create names under /var/tmp, and programs will run from there.
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new Error(
      `"${directory}" is not a folder that only the current user can write to. Check who created it (ls -ld), and rename it.`,
    );
  }
  // The umask may have denied access to others.
  fs.chmodSync(directory, 0o755);
  return directory;
}
