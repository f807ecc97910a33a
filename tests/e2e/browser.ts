import { execFile } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";

const execute = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const MINUTE = 60_000;

/** Chromium without windows, which nobody sees: the same engine uses 40 % less CPU time for each page. */
const WINDOWLESS = "/usr/bin/chromium-headless-shell";

const installed = [
  WINDOWLESS,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Features that Playwright turns off. Of several lists Chromium reads only the last, so ours includes them. */
const OFF_FOR_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

/**
 * Pages of the browser's own surface, which each window loads though nobody sees it, and a process in reserve. Without
 * them a window takes half of the CPU time.
 */
const UNSEEN = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "InitialWebUI",
  "PreloadTopChromeWebUI",
  "SpareRendererForSitePerProcess",
];

/**
 * Arguments with which the tests start Chromium: offline, and able to run as root. No page lives long enough to benefit
 * from optimized code: without these two compilers a test uses a tenth less CPU time. The simplest compiler, Sparkplug,
 * stays: with it axe uses a quarter less.
 */
export const chromiumArgs: string[] = [
  ...(isRoot ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--js-flags=--no-maglev --no-opt",
  `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...UNSEEN].join(",")}`,
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A way to get a browser. */
interface Step {
  name: string;
  /** why this step is not possible; undefined if it is */
  closed?: () => string | undefined;
  /** candidates, best first; may take minutes and may throw */
  find: () => string[] | Promise<string[]>;
}

const existing = (files: string[]) => files.filter((file) => fs.existsSync(file));

const steps = {
  windowless: { name: "an installed browser without windows", find: () => existing([WINDOWLESS]) },
  // A machine of a CI service is used once; the installation takes less time than it saves.
  ci: {
    name: "Debian's browser without windows",
    closed: () => notInCi() ?? notRootOnDebian(),
    find: installWindowless,
  },
  system: { name: "the installed browsers", find: () => existing(installed) },
  playwright: { name: "Playwright's browser", find: playwrightBrowser },
  apt: { name: "Debian's packages", closed: notRootOnDebian, find: installWithApt },
  download: { name: "Playwright's download", find: downloadWithPlaywright },
  npm: { name: "@sparticuz/chromium from npm", closed: notLinuxOnX64, find: installWithNpm },
} satisfies Record<string, Step>;

/**
 * Finds a Chromium to run the tests in, and installs one if there is none. The path in CHROMIUM_PATH goes first; then
 * come, cheapest first, the installed browsers, Playwright's own, and what can be installed from Debian, from
 * Playwright and from npm. If `CI` is set, Debian's browser without windows goes before other installed ones. Writes
 * its steps to stderr.
 * @param options.skip steps to leave out
 * @returns the path of an executable that runs
 * @throws if CHROMIUM_PATH names no file, or every step has failed
 */
export async function findBrowser(options: { skip?: (keyof typeof steps)[] } = {}): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!fs.existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not exist.`);
    return given;
  }
  const failures: string[] = [];
  for (const [key, step] of Object.entries<Step>(steps)) {
    if (options.skip?.some((skipped) => skipped === key)) continue;
    const result = await attempt(step);
    if ("file" in result) return result.file;
    failures.push(`${step.name} (${result.problem})`);
  }
  throw new Error(`No Chromium found for the tests. Set CHROMIUM_PATH. Tried: ${failures.join("; ")}.`);
}

async function attempt(step: Step): Promise<{ file: string } | { problem: string }> {
  const closed = step.closed?.();
  if (closed) {
    log(`${step.name}: ${closed}`);
    return { problem: closed };
  }
  log(`trying ${step.name}`);
  try {
    const problems: string[] = [];
    for (const file of await step.find()) {
      const problem = await whyNotRunning(file);
      if (problem === undefined) {
        log(`using ${file}`);
        return { file };
      }
      problems.push(`${file}: ${problem}`);
    }
    return { problem: problems.join(", ") || "none found" };
  } catch (error) {
    return { problem: reason(error) };
  }
}

/** Returns why a file does not run: it may be Ubuntu's stub for its snap, or a browser without its libraries. */
async function whyNotRunning(file: string): Promise<string | undefined> {
  return execute(file, ["--version"], { timeout: MINUTE / 4 }).then(() => undefined, reason);
}

function playwrightBrowser(): string[] {
  return existing([chromium.executablePath()]);
}

const notInCi = () => (process.env.CI ? undefined : "only if CI is set");

function notRootOnDebian(): string | undefined {
  if (!isRoot) return "needs root";
  const release = fs.existsSync("/etc/os-release") ? fs.readFileSync("/etc/os-release", "utf8") : "";
  // Ubuntu's package of that name only requests a snap.
  return /^ID=debian$/m.test(release) ? undefined : "this is not Debian";
}

const apt = (...args: string[]) =>
  execute("apt-get", ["-o", "Acquire::http::Timeout=20", "-o", "DPkg::Lock::Timeout=60", ...args], {
    timeout: 10 * MINUTE,
    maxBuffer: 2 ** 26,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });

async function installWindowless(): Promise<string[]> {
  await apt("install", "-y", path.basename(WINDOWLESS));
  return existing([WINDOWLESS]);
}

async function installWithApt(): Promise<string[]> {
  // The installation may still work without the newest lists.
  await apt("update").catch((error: unknown) => log(`apt-get update: ${reason(error)}`));
  // Older releases of Debian have only the whole browser.
  await installWindowless().catch(() => apt("install", "-y", "chromium"));
  return existing(installed);
}

async function downloadWithPlaywright(): Promise<string[]> {
  const manifest = createRequire(import.meta.url).resolve("@playwright/test/package.json");
  await execute(process.execPath, [path.join(path.dirname(manifest), "cli.js"), "install", "chromium"], {
    timeout: 5 * MINUTE,
    maxBuffer: 2 ** 26,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" },
  });
  return playwrightBrowser();
}

function notLinuxOnX64(): string | undefined {
  return process.platform === "linux" && process.arch === "x64" ? undefined : "there is none for this platform";
}

async function installWithNpm(): Promise<string[]> {
  const home = path.resolve(process.env.DATA_DIR ?? ".data", "browser");
  const unpacked = path.join(home, "unpacked");
  const candidates = [path.join(unpacked, "chromium"), path.join(unpacked, "chromium.sh")];
  for (const file of candidates) {
    if (fs.existsSync(file) && (await whyNotRunning(file)) === undefined) return [file];
  }

  fs.rmSync(home, { recursive: true, force: true });
  fs.mkdirSync(unpacked, { recursive: true });
  // 147.0.0 is the last that supports Node 20.
  const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  await execute("npm", ["install", "--prefix", home, ...options, "@sparticuz/chromium@147.0.0"], {
    timeout: 5 * MINUTE,
  });
  // A separate process, because the package unpacks to the temporary directory, and its libraries only "on Lambda".
  const unpack = `import("@sparticuz/chromium").then((module) => module.default.executablePath())`;
  await execute(process.execPath, ["--eval", unpack], {
    cwd: home,
    timeout: 5 * MINUTE,
    env: { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
  });
  writeWrapper(unpacked);
  return candidates;
}

/** Writes chromium.sh, for a system without the libraries and fonts that a browser needs. */
function writeWrapper(unpacked: string): void {
  const fonts = path.join(unpacked, "fonts.conf");
  fs.writeFileSync(fonts, `<fontconfig><dir>${path.join(unpacked, "fonts")}</dir></fontconfig>\n`);
  const lines = [
    "#!/bin/sh",
    `export LD_LIBRARY_PATH="${path.join(unpacked, "al2023/lib")}"`,
    `[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="${fonts}"`,
    `exec "${path.join(unpacked, "chromium")}" "$@"`,
  ];
  fs.writeFileSync(path.join(unpacked, "chromium.sh"), `${lines.join("\n")}\n`, { mode: 0o755 });
}

function log(line: string): void {
  process.stderr.write(`browser: ${line}\n`);
}

function reason(error: unknown): string {
  const { stderr, message, killed } = error as Error & { stderr?: string; killed?: boolean };
  if (killed) return "took too long";
  const lines = (stderr || message).split("\n").map((line) => line.trim());
  return lines.findLast((line) => /error/i.test(line)) ?? lines.findLast((line) => /\w/.test(line)) ?? message;
}
