import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The unprivileged user that the server runs as when we are root. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Chooses the user that the server runs as, because PostgreSQL refuses to run as root.
 * @returns undefined for an ordinary user, who runs it as themselves; for root `postgres` if there is such a
 *   user, else `nobody`
 * @throws when root finds neither
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = lookUp("postgres") ?? lookUp("nobody");
  if (!account) throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody.");
  return account;
}

function lookUp(name: string): Account | undefined {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

/**
 * Runs a program to its end as the given user, with none of our own environment: it holds secrets, and PG*
 * variables would change what the programs do.
 * @param account undefined for the current user
 * @returns what the program printed
 * @throws the error of `execFile`, with `code`, `stdout` and `stderr`
 */
export function runAs(account: Account | undefined, program: string, args: string[]) {
  return execute(program, args, {
    ...account,
    cwd: "/",
    env: {
      PATH: process.env.PATH,
      LC_ALL: "C.UTF-8",
      TZ: "UTC",
    } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
  });
}

/**
 * Checks whether a user can reach a directory.
 * @param account undefined for the current user
 * @param directory an absolute path
 * @returns whether that user can go through the directory and all its parents
 */
export async function canEnter(account: Account | undefined, directory: string): Promise<boolean> {
  return runAs(account, "/bin/sh", ["-c", 'test -x "$0"', directory]).then(
    () => true,
    () => false,
  );
}
