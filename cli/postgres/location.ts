import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { canEnter, serverAccount, type Account } from "./account.ts";
import { sharedDirectory } from "./shared-directory.ts";

/** Paths of one database server, and the user that runs it. */
export interface Location {
  /** the data directory */
  dir: string;
  /** whether `dir` is in the shared directory instead of the requested place */
  displaced: boolean;
  passwordFile: string;
  lock: string;
  /** undefined for the current user */
  account: Account | undefined;
}

/** Whether a data directory contains a cluster. */
export const holdsCluster = (dir: string): boolean => fs.existsSync(path.join(dir, "PG_VERSION"));

/**
 * Decides where the data is stored and which user runs the server. Creates the parent directories.
 *
 * If the server's account cannot reach the directory (a checkout under /root), the data goes to the shared directory
 * under a name derived from the path. Password and lock stay next to the requested directory.
 * @param wanted the requested data directory
 * @returns the location; `dir` may not exist yet
 * @throws if the directory belongs to another user, or contains a cluster that the account cannot reach
 */
export async function locate(wanted: string): Promise<Location> {
  const parent = path.dirname(path.resolve(wanted));
  fs.mkdirSync(parent, { recursive: true });
  // Resolved, so that a directory always has the same name.
  const dir = path.join(fs.realpathSync(parent), path.basename(path.resolve(wanted)));
  const beside = { passwordFile: `${dir}.password`, lock: `${dir}.lock` };

  const account = serverAccount();
  if (account === undefined) {
    const owner = fs.statSync(dir, { throwIfNoEntry: false })?.uid;
    if (owner !== undefined && owner !== process.getuid?.()) {
      throw new Error(
        `The database folder "${dir}" belongs to the user with the id ${owner}: start as that user or as root, or name another folder in DATA_DIR.`,
      );
    }
    return { ...beside, dir, displaced: false, account };
  }
  if (await canEnter(account, path.dirname(dir))) {
    return { ...beside, dir, displaced: false, account: ownerOf(dir) ?? account };
  }
  if (holdsCluster(dir)) {
    throw new Error(
      `The user with the id ${account.uid}, which runs PostgreSQL for root, cannot reach the database in "${dir}": allow it to enter the parent folders (chmod o+x), or start as their owner.`,
    );
  }
  const key = createHash("sha256").update(dir).digest("hex").slice(0, 16);
  const elsewhere = path.join(sharedDirectory(), `data-${key}`);
  return { ...beside, dir: elsewhere, displaced: true, account: ownerOf(elsewhere) ?? account };
}

/**
 * Returns the user of an existing cluster. It must stay the same, but the result of `serverAccount` changes when a user
 * `postgres` is added.
 */
function ownerOf(dir: string): Account | undefined {
  if (!holdsCluster(dir)) return undefined;
  const { uid, gid } = fs.statSync(dir);
  return uid === 0 ? undefined : { uid, gid };
}
