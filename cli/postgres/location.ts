import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { canEnter, serverAccount, type Account } from "./account.ts";
import { sharedDirectory } from "./shared-directory.ts";

/** Where everything of one database server is, and the user it runs as. */
export interface Location {
  /** the data directory */
  dir: string;
  /** whether `dir` is in the shared place instead of where it was asked for */
  displaced: boolean;
  passwordFile: string;
  lock: string;
  /** undefined: the current user */
  account: Account | undefined;
}

/**
 * Checks whether a directory has a cluster.
 * @param dir a data directory
 * @returns whether it holds a database cluster
 */
export const holdsCluster = (dir: string): boolean => fs.existsSync(path.join(dir, "PG_VERSION"));

/**
 * Decides where the data goes and who runs the server. Creates the parent directories.
 *
 * When the server's account cannot get to the directory (a checkout under /root), the data goes to a shared place,
 * under a name derived from the directory. Password and lock stay beside the directory, so they belong to it.
 * @param wanted the data directory asked for
 * @returns the location; `dir` need not exist yet
 * @throws when the directory belongs to another user, or holds a cluster that is out of the account's reach
 */
export async function locate(wanted: string): Promise<Location> {
  const parent = path.dirname(path.resolve(wanted));
  fs.mkdirSync(parent, { recursive: true });
  // Resolved, so that one directory always has the same name.
  const dir = path.join(fs.realpathSync(parent), path.basename(path.resolve(wanted)));
  const beside = { passwordFile: `${dir}.password`, lock: `${dir}.lock` };

  const account = serverAccount();
  if (account === undefined) {
    const owner = fs.statSync(dir, { throwIfNoEntry: false })?.uid;
    if (owner !== undefined && owner !== process.getuid?.()) {
      throw new Error(
        `The folder "${dir}" of the database belongs to the user with the id ${owner}: start as that user or as root, or name another folder in DATA_DIR.`,
      );
    }
    return { ...beside, dir, displaced: false, account };
  }
  if (await canEnter(account, path.dirname(dir))) {
    return { ...beside, dir, displaced: false, account: ownerOf(dir) ?? account };
  }
  if (holdsCluster(dir)) {
    throw new Error(
      `The user with the id ${account.uid}, which runs PostgreSQL for root, cannot reach the database in "${dir}": let it pass through the folders above (chmod o+x), or start as the user whom they belong to.`,
    );
  }
  const key = createHash("sha256").update(dir).digest("hex").slice(0, 16);
  const elsewhere = path.join(sharedDirectory(), `data-${key}`);
  return { ...beside, dir: elsewhere, displaced: true, account: ownerOf(elsewhere) ?? account };
}

/** A cluster keeps its user: the choice of `serverAccount` changes when a user `postgres` is added later. */
function ownerOf(dir: string): Account | undefined {
  if (!holdsCluster(dir)) return undefined;
  const { uid, gid } = fs.statSync(dir);
  return uid === 0 ? undefined : { uid, gid };
}
