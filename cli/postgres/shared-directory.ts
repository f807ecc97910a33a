import fs from "node:fs";

/**
 * A place that every account can reach, for what the server's account cannot reach where it belongs.
 * @returns the path of a directory that only the current user can write to
 * @throws when somebody else has put something of theirs at that path
 */
export function sharedDirectory(): string {
  const uid = process.getuid?.();
  const directory = `/var/tmp/finderlohn-postgres-${uid}`;
  fs.mkdirSync(directory, { recursive: true, mode: 0o755 });
  const found = fs.lstatSync(directory);
  // Anybody may create names under /var/tmp, and we are about to run programs from there.
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new Error(
      `"${directory}" is not a folder that only the current user can write to. See who made it (ls -ld), and rename it.`,
    );
  }
  // The umask may have kept others from entering.
  fs.chmodSync(directory, 0o755);
  return directory;
}
