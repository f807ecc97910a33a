import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The unprivileged user that runs the server if this process runs as root. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Chooses the user that runs the server, because PostgreSQL does not run as root.
 * @returns undefined for an ordinary user, who runs it directly; for root, `postgres` if that user exists, otherwise
 * `nobody`
 * @throws if root finds neither
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = lookUp("postgres") ?? lookUp("nobody");
  if (!account) throw new Error("PostgreSQL does not run as root, and no user postgres or nobody exists.");
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
 * Runs a program as the given user with a minimal environment. The process environment contains secrets, and PG*
 * variables would change the behavior of the programs.
 * @param account undefined for the current user
 * @returns the output of the program
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
 * Whether a user can enter a directory and all its parents.
 * @param account undefined for the current user
 * @param directory an absolute path
 */
export async function canEnter(account: Account | undefined, directory: string): Promise<boolean> {
  return runAs(account, "/bin/sh", ["-c", 'test -x "$0"', directory]).then(
    () => true,
    () => false,
  );
}
