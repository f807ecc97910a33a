import fs from "node:fs";
import path from "node:path";
import { CommanderError, type Command } from "commander";
import { expect, test, vi } from "vitest";
import { completionScript, shells } from "./completion";
import { examplesOf, leafCommands } from "./examples";
import { buildProgram } from "./program";
import { projectRoot } from "./project-root";
import { withoutPersonalData } from "./queue";
import { UsageError } from "./run-command";
import { documents } from "../tests/support/documents";

/** Returns the program with commands that do nothing. */
async function idle(): Promise<Command> {
  const program = await buildProgram();
  for (const { command } of leafCommands(program))
    command.configureOutput({ writeErr: () => {}, outputError: () => {} }).action(() => {});
  return program;
}

const leaves = leafCommands(await buildProgram());

test.each(leaves)("[CLI-02] $path has a description and valid examples", async ({ path, command }) => {
  expect(command.description()).toMatch(/\S/);
  expect(examplesOf(command).length).toBeGreaterThan(0);
  for (const example of examplesOf(command)) {
    expect(`${example} `.startsWith(`${path} `)).toBe(true);
    const [args] = example.split(" > ", 1);
    await (await idle()).parseAsync(args!.split(" "), { from: "user" });
  }
});

test("[CLI-02] detects an invalid example", async () => {
  await expect((await idle()).parseAsync(["jobs", "list", "--state", "lost"], { from: "user" })).rejects.toThrow(
    CommanderError,
  );
});

const without = (option: string, exempt: RegExp) =>
  leaves
    .filter(({ path, command }) => !exempt.test(path) && !command.options.some(({ long }) => long === option))
    .map(({ path }) => path);

test("[CLI-02] every command supports --json, except long-running ones and the shell script", () => {
  expect(leaves.length).toBeGreaterThan(25);
  expect(without("--json", /^(start|serve|worker|completion)$/)).toEqual([]);
});

test("[CLI-02] every changing command supports --dry-run", () => {
  // Commands that only read or write a file; retention only lists unless called with --run.
  const harmless =
    /^(start|serve|worker|completion|doctor|retention|person export|documents kept|payouts documents|db url|db backup|export .*|.* (list|show|preview|endpoints|runs|reclaims))$/;
  expect(without("--dry-run", harmless)).toEqual([]);
});

test("[CLI-02] loads a called command alone, with the same help as among all commands", async () => {
  const alone = leafCommands(await buildProgram("webhooks"));
  expect(alone.map(({ path }) => path)).toEqual(
    leaves.map(({ path }) => path).filter((path) => path.startsWith("webhooks ")),
  );
  for (const { path, command } of alone)
    expect(command.helpInformation()).toBe(leaves.find((one) => one.path === path)!.command.helpInformation());
  expect(leafCommands(await buildProgram("completion")).length).toBe(leaves.length);
  expect(leafCommands(await buildProgram("webhoks")).length).toBe(leaves.length);
});

test.each(shells)("[CLI-02] the completion for %s contains every command and option", async (shell) => {
  const program = await buildProgram();
  const script = completionScript(program, shell);
  for (const { path, command } of leafCommands(program)) {
    expect(script, path).toContain(`'${command.name()}`.slice(shell === "fish" ? 0 : 1));
    for (const { long } of command.options) {
      expect(script, `${path} ${long}`).toContain(shell === "fish" ? `-l ${long!.slice(2)} ` : long!);
    }
  }
});

test("[CLI-01] shows a job's error without addresses and secrets", () => {
  expect(withoutPersonalData("Can't send mail to <jo.doe+x@example.co.uk>: 550\n    at Mailer")).toBe(
    "Can't send mail to <…@…>: 550",
  );
  expect(withoutPersonalData("connect smtp://user:secret@mail.example:25 failed, jo@example.com")).toBe(
    "connect smtp://… failed, …@…",
  );
  expect(withoutPersonalData("https://hooks.example.com/catch/token answered 500")).toBe("https://… answered 500");
  // Takes linear time, because responses of receivers may be long.
  expect(withoutPersonalData(`${"a".repeat(100_000)}@`).length).toBeLessThanOrEqual(200);
});

test.each([
  ["jobs retry", /give either job ids or --failed/],
  ["jobs retry 1 --failed", /give either job ids or --failed/],
  ["jobs retry x", /a job id must be a number, not "x"/],
  ["jobs list --limit 0", /--limit must be a number from 1 to 100000, not "0"/],
  ["webhooks resend --org x", /give either a delivery or --since/],
  ["webhooks resend --org x --since yesterday", /--since must be a day or time such as/],
  ["webhooks resend --org x --since 2026-02-30", /--since must be a day or time such as/],
  ["org mails --org x --per-day many", /--per-day must be a number from 0 to 100000, not "many"/],
  ["org names --org x --allow --refuse", /give either --allow or --refuse/],
  ["org mails --org x --per-day 1 --reset", /give either --per-day or --reset/],
  ["subscription extend --org x --until 2026-02-30", /--until must be a day such as/],
  ["subscription extend --org x --until 9999-12-31", /--until must be a day such as/],
  ["commissions generate --deal x", /--deal needs --org/],
  ["export leads --org x --json", /--json needs --out/],
  ["subscription extend --org x --days 0", /--days must be a number from 1/],
  ["export nothing --org x", /unknown command 'nothing'/],
  ["export leads", /required option '--org <id>' not specified/],
  ["payouts preview --org x --currency EUR --until soon", /--until must be a day such as/],
  ["payouts create --org x --currency EUR --until 2026-03-31 --affiliate 1", /--affiliate needs valid ids/],
  ["payouts bank-file --org x --run x --json", /--json needs --out/],
  ["export archive --org x", /required option '--out <file>' not specified/],
  ["export leads --org x --kind deal", /unknown option '--kind'/],
  ["export commissions --org x --tab some", /Allowed choices are due, waiting, planned, paid, all/],
  ["export leads --org x --format xls", /Allowed choices are plain, de, fr, es/],
])('[CLI-02] rejects "%s" before anything is opened', async (line, reason) => {
  // Commander prints its own errors.
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const program = await buildProgram();
  const refusal = await program.parseAsync(line.split(" "), { from: "user" }).catch((error: unknown) => error);
  said.mockRestore();
  expect(refusal).toSatisfy((error) => error instanceof UsageError || error instanceof CommanderError);
  expect(String(refusal)).toMatch(reason);
});

test("[CLI-02] shows examples in the help", () => {
  const retry = leaves.find(({ path }) => path === "jobs retry")!.command;
  let text = "";
  retry.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  expect(text).toMatch(/Examples:\n {2}\$ finderlohn jobs retry 4711/);
});

/** Returns the commands after the program's name in a text. */
const called = (text: string) =>
  [...text.matchAll(/(?:`|"|npx |\$\(|^ *)finderlohn ([a-z]+)(?: ([a-z][a-z-]*))?/gm)].map(([, first, second]) => [
    first!,
    second,
  ]);

test("[OPS-02] [CLI-01] the commands in the documents, the image and the compose example exist", async () => {
  const program = await buildProgram();
  const read = (name: string) => fs.readFileSync(path.join(projectRoot(), name), "utf8");
  const named = documents.flatMap((name) => called(read(name)));
  expect(named.length).toBeGreaterThan(20);
  const lists = [read("docs/compose.yaml"), read("Dockerfile")].flatMap((text) =>
    [...text.matchAll(/^(?: *command:|CMD) (\[.*\])$/gm)].map(([, list]) => JSON.parse(list!) as string[]),
  );
  expect(lists).toContainEqual(["db", "migrate"]);
  // The Postgres container has a command, too.
  const ours = lists.filter(([first]) => first !== "postgres");
  const unknown = [...named, ...ours].filter(([first, second]) => {
    const command = program.commands.find((one) => one.name() === first);
    if (!command) return true;
    return (
      command.commands.length > 0 && second !== undefined && !command.commands.some((one) => one.name() === second)
    );
  });
  expect(unknown).toEqual([]);
});
