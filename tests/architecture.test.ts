import path from "node:path";
import { expect, it } from "vitest";
import { PORTAL, staffScreens } from "~/paths/paths";
import { files, isRoute, isServer, read, source } from "./support/sources";

// Which way the arrows point, read from import statements. Tests may look into everything.

const STATEMENT = /^(?:import|export)\s+(type\s)?\s*(?:([^;"']*?)\s*from\s+)?["']([^"']+)["']/gm;
const ONLY_TYPES = /^\{(\s*type\s[^,}]*,?)+\s*\}$/;
/** `target` is a file of ours or a package; of a `type` arrow nothing is left at run time. */
type Arrow = { file: string; target: string; type: boolean };
const arrows = files.flatMap((file): Arrow[] =>
  [...read(file).matchAll(STATEMENT)].map(([, type, names = "", target = ""]) => {
    return { file, target: resolve(file, target), type: Boolean(type) || ONLY_TYPES.test(names) };
  }),
);

function resolve(file: string, target: string): string {
  if (!/^[.~]/.test(target)) return target;
  const to = path.posix.normalize(target.startsWith("~/") ? `app/${target.slice(2)}` : `${file}/../${target}`);
  const endings = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
  return endings.map((end) => to + end).find((one) => files.includes(one)) ?? to;
}

/** The arrows out of some files that are not allowed, as text. */
function wrong(from: (file: string) => boolean, allowed: (arrow: Arrow) => boolean): string[] {
  const found = arrows.filter((arrow) => source.includes(arrow.file) && from(arrow.file) && !allowed(arrow));
  return found.map(({ file, target, type }) => `${file} -> ${type ? "type " : ""}${target}`);
}

const within =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(folder));

it("the domain imports itself, zod, node:crypto, formats of account and VAT numbers, and only types of Prisma", () => {
  const values = within("app/domain/", "zod", "node:crypto", "ibantools", "jsvat");
  const allowed = ({ target, type }: Arrow) => values(target) || (type && target === "#prisma");
  expect(wrong(within("app/domain/"), allowed)).toEqual([]);
});

// The nouns of the domain, from the ground up.
const floors = [
  [
    "shared",
    "identity",
    "notifications",
    "audit",
    "subscriptions",
    "organizations",
    "views",
    "files",
    "fields",
    "affiliates",
    "members",
  ],
  [
    "terms",
    "leads",
    "deals",
    "commissions",
    "documents",
    "payouts",
    "webhooks",
    "imports",
    "api-keys",
    "archive",
    "search",
  ],
  ["reports"],
].flat();

// The arrows that run up all the same: what may point to what.
const stairs: [from: RegExp, to: RegExp][] = [
  // The facts of an organization, which every scope knows, are those of its subscription too. Types only.
  [/shared\/(scope|jobs)\.ts$/, /subscriptions\/subscription\.ts$/],
  // The payload of the job that emits an event follows from the catalog of events.
  [/shared\/jobs\.ts$/, /webhooks\/events\.ts$/],
  // The content of a notification has the values of what it tells of.
  [/notifications\/(stored-)?notice\.ts$/, /(deals\/deal-end|terms\/term|terms\/tiers)\.ts$/],
  // Whoever changes something queues an event, and knows nothing of who receives it.
  [/(affiliates|leads|deals|commissions|payouts)\/[\w-]+\.server\.ts$/, /webhooks\/emit-event\.server\.ts$/],
];

it("a noun of the domain imports only itself and nouns below it, also for types", () => {
  const nounOf = (file: string) => /^app\/domain\/([^/]+)\//.exec(file)?.[1] ?? "";
  const floorOf = (file: string) => floors.indexOf(nounOf(file));
  const isUp = ({ file, target }: Arrow) => floorOf(target) > floorOf(file);
  const isStair = ({ file, target }: Arrow) => stairs.some(([from, to]) => from.test(file) && to.test(target));
  const isDomain = within("app/domain/");
  expect([...new Set(source.filter(isDomain).map(nounOf))].sort()).toEqual([...floors].sort());
  expect(wrong(isDomain, (arrow) => !isUp(arrow) || isStair(arrow))).toEqual([]);
  const climbed = arrows.filter((arrow) => source.includes(arrow.file) && isDomain(arrow.file) && isUp(arrow));
  expect(stairs.filter(([from, to]) => !climbed.some((one) => from.test(one.file) && to.test(one.target)))).toEqual([]);
});

it("no files import each other, also for types", () => {
  const targets = new Map<string, string[]>();
  for (const { file, target } of arrows)
    if (source.includes(file) && source.includes(target)) targets.set(file, [...(targets.get(file) ?? []), target]);
  // What only points to files that point nowhere is in no circle.
  for (let size = -1; size !== targets.size;) {
    size = targets.size;
    for (const [file, to] of targets) if (!to.some((one) => targets.has(one))) targets.delete(file);
  }
  expect([...targets.keys()].filter((file) => [...targets.values()].flat().includes(file))).toEqual([]);
});

it("every staff screen with a loader keeps its data while offline", () => {
  const loads = (file: string) => /^export (async )?function loader/m.test(read(file));
  const shows = (file: string) => /^export default/m.test(read(file));
  // The search answers by itself when nothing can be loaded.
  const answers = (file: string) => /^export async function clientLoader/m.test(read(file));
  const screens = source.filter((file) => isRoute(file) && /\/_app\./.test(file) && loads(file) && shows(file));
  const keeping = 'export { shouldRevalidate } from "~/browser/should-revalidate";';
  expect(screens.length).toBeGreaterThan(20);
  expect(screens.filter((file) => !answers(file) && !read(file).includes(keeping))).toEqual([]);
});

it("every action uses runAction, which denies access by default", () => {
  const actions = source.filter((file) => isRoute(file) && /^export .*\baction\b/m.test(read(file)));
  expect(actions.length).toBeGreaterThan(28);
  const body = /^export async function action\(args: ActionFunctionArgs\) \{\n([\s\S]*?)\n\}$/m;
  const answers = (file: string) => [
    ...(body.exec(read(file))?.[1] ?? "").matchAll(/^ {2}(?:if \([^\n]*\) )?(return|throw) (.*)$/gm),
  ];
  const byHelper = ([, word, answer]: RegExpExecArray) => word === "return" && answer!.startsWith("runAction(args, ");
  const awaits = (file: string) => /^ {2}(?:const .*)?await /m.test(body.exec(read(file))?.[1] ?? "");
  const wrongs = actions.filter((file) => answers(file).length === 0 || !answers(file).every(byHelper) || awaits(file));
  expect(wrongs).toEqual([]);
});

it("[I18N-03] amounts are formatted by the browser's locale, not by the page's language", () => {
  const ofPages = within("app/routes/", "app/server/", "app/browser/", "app/components/");
  const byLanguage = (file: string) => /formatMoney/.test(read(file)) && /requestLanguage/.test(read(file));
  expect(source.filter((file) => ofPages(file) && byLanguage(file))).toEqual([]);
});

it("inner layers do not import outer layers", () => {
  const around = (...folders: string[]) => {
    const outside = within(...folders, "tests/");
    return ({ target }: Arrow) => !outside(target);
  };
  const pages = ["app/routes/", "app/components/", "app/server/", "app/browser/"];
  expect(wrong(within("app/platform/"), around(...pages, "jobs/", "cli/"))).toEqual([]);
  // Emails and the log use the texts, which know nothing of a request or of what sends them.
  expect(wrong(within("app/i18n/"), around(...pages, "app/platform/", "jobs/", "cli/"))).toEqual([]);
  expect(wrong(within("app/"), around("jobs/", "cli/", "prisma/seed/"))).toEqual([]);
  expect(wrong(within("jobs/"), around(...pages, "cli/", "prisma/seed/"))).toEqual([]);
  // The command line calls the demo data, the worker and the server part of the app, not the other way round.
  expect(wrong(within("prisma/seed/"), around(...pages, "jobs/", "cli/"))).toEqual([]);
  expect(wrong(within("cli/"), around("app/routes/", "app/components/", "app/browser/"))).toEqual([]);
});

it("no route imports a file of another route", () => {
  const others = ({ file, target }: Arrow) => {
    const own = (name: string) => name.startsWith("app/routes/") && (name.split("/")[2] ?? "");
    return !own(target) || own(file) === own(target);
  };
  expect(wrong(within("app/"), others)).toEqual([]);
});

it("addresses are built in app/paths only", () => {
  const code = (file: string) => read(file).replace(/^import [^;]*;$|^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm, "");
  const areas = [
    ...staffScreens,
    PORTAL,
    "auth",
    "link",
    "in",
    "unsubscribe",
    "language",
    "theme",
    "appearance",
    "pricing",
    "onboarding",
    "dev",
    "live",
    "second-factor",
    "docs",
    "legal",
    "subscription-success",
    "webhooks",
  ];
  const address = new RegExp(`["'\`}]/(${areas.join("|")})(?=["'\`/?#$]|\\$\\{)`);
  const writers = source.filter((file) => /^(app|cli|jobs)\//.test(file) && address.test(code(file)));
  // The operations of the API say the addresses of the API.
  expect(writers.filter((file) => !within("app/paths/", "app/server/api/operations/")(file))).toEqual([]);
});

it("components may import app/browser; app/browser and app/server do not import components", () => {
  const onlyTo = (...folders: string[]) => {
    const allowed = within(...folders, "app/domain/", "app/i18n/", "app/paths/");
    return ({ target, type }: Arrow) => type || !/^(app|jobs|cli|prisma|tests)\//.test(target) || allowed(target);
  };
  expect(wrong(within("app/components/"), onlyTo("app/components/", "app/browser/"))).toEqual([]);
  expect(wrong(within("app/browser/"), onlyTo("app/browser/"))).toEqual([]);
  expect(wrong(within("app/server/"), onlyTo("app/server/", "app/platform/", "app/browser/"))).toEqual([]);
  expect(wrong(within("app/paths/"), onlyTo("app/paths/"))).toEqual([]);
});

it("only the entry points open a database or an organization", () => {
  const users = (call: RegExp) => source.filter((file) => call.test(read(file)) && !setup(file));
  const setup = within("app/platform/db/", "prisma/seed/");
  expect(users(/(?<!\.)\bopenDatabase\(/)).toEqual(["app/server/app-context.server.ts", "cli/runtime.ts"]);
  const web = ["api/api-scope", "open-scope", "redeem", "special-scopes"].map((name) => `app/server/${name}.server.ts`);
  expect(users(/\bwithOrg\(/).sort()).toEqual([...web, "cli/run-command.ts", "jobs/define-task.ts"]);
});

it("besides actions, only listed files open user scopes and scopes that write", () => {
  const users = (call: RegExp) => source.filter((file) => within("app/")(file) && call.test(read(file))).sort();
  const server = (...names: string[]) => names.map((name) => `app/server/${name}.server.ts`);
  const steps = [
    "authenticator",
    "factor-sign-in",
    "failed-factor",
    "join",
    "known-of",
    "own-account",
    "own-factor",
    "passkey",
    "prove",
  ];
  expect(users(/\.withIdentity\(/)).toEqual([
    // Loaders, which look at a link or at a person's second factor.
    "app/routes/_app.settings.account/route.tsx",
    "app/routes/_site.auth_.code.tsx",
    "app/routes/_site.link.$token.tsx",
    "app/routes/_site.second-factor.app/route.tsx",
    "app/routes/_site.second-factor.remove.tsx",
    ...server("acting", ...steps, "session"),
  ]);
  expect(users(/\b(joining|invited|unsubscribe|founding|leaving|ending)Scope\(/)).toEqual(
    server("acting", "join", "own-account", "unsubscribe"),
  );
  expect(users(/\bchanging(Staff|Affiliate)Scope\(/)).toEqual([
    // That the set-up is complete, and that Stripe is asked how the subscription stands.
    "app/routes/_app.tsx",
    ...server("acting", "exports/archive-answer", "exports/contact-answer", "exports/csv-answer"),
    // That a code with an account number was shown.
    ...server("payment-code"),
    // That VIES is asked again about a VAT id, when a page finds its answer too old.
    ...server("vat-checks"),
  ]);
});

it("browser code imports no server code, and files that use the database are named .server", () => {
  const browser = (file: string) => file.startsWith("app/") && !isServer(file) && !isRoute(file);
  const server = (target: string) => isServer(target) || target.startsWith("node:");
  expect(wrong(browser, ({ target, type }) => type || !server(target))).toEqual([]);
  // What a route exports for the browser brings along what it calls.
  const client = (file: string) => isRoute(file) && /\bfunction client(Action|Loader)\b/.test(read(file));
  expect(wrong(client, ({ target, type }) => type || target !== "@remix-run/node")).toEqual([]);
  const silent = (file: string) => within("app/domain/")(file) && !isServer(file);
  expect(source.filter((file) => silent(file) && /\bscope\.db\b/.test(read(file)))).toEqual([]);
});

it("[OPS-08] every query filters each table by the organization itself", () => {
  const through = /\b(\w+)\.org_id = (?!\1\b)\w+\.org_id\b/;
  expect(source.filter((file) => within("app/domain/")(file) && through.test(read(file)))).toEqual([]);
});

it("redirects use redirect.server, which stays within this site", () => {
  const header = /(?<![\w.])["']?Location["']?\s*:/;
  const naming = source.filter((file) => within("app/")(file) && header.test(read(file)));
  expect(naming.sort()).toEqual([
    "app/server/api/answer.server.ts", // the address of what was created
    "app/server/api/response-headers.ts", // its name in the document
  ]);
});

it("text fields of the domain start with a builder of shared/fields, which checks the length first", () => {
  const builders = /\bz\.(string|coerce|email|url|iso)\b/;
  const own = source.filter((file) => within("app/domain/")(file) && builders.test(read(file)));
  // What is in the body of an event is sent, and what is in a job is our own: neither is taken in.
  const sent = ["events", "lead-parts", "payout-parts"].map((file) => `webhooks/${file}.ts`);
  const ours = ["shared/jobs.ts", ...sent].map((file) => `app/domain/${file}`);
  expect(own.sort()).toEqual(["app/domain/shared/fields.ts", ...ours]);
});

it("no import cycles exist", () => {
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    expect(trail.includes(file), [...trail, file].join(" -> ")).toBe(false);
    if (done.has(file)) return;
    for (const arrow of arrows) if (arrow.file === file && !arrow.type) visit(arrow.target, [...trail, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});
