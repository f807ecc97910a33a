import fs from "node:fs";
import path from "node:path";
import { CommanderError, type Command } from "commander";
import { expect, test } from "vitest";
import { completionScript, shells } from "./completion";
import { examplesOf, leafCommands } from "./examples";
import { buildProgram } from "./program";
import { projectRoot } from "./project-root";
import { withoutPersonalData } from "./queue";
import { UsageError } from "./run-command";

/** The program, whose commands do nothing. */
function idle(): Command {
  const program = buildProgram();
  for (const { command } of leafCommands(program))
    command.configureOutput({ writeErr: () => {}, outputError: () => {} }).action(() => {});
  return program;
}

const leaves = leafCommands(buildProgram());

test.each(leaves)(
  "[CLI-02] $path has a description and examples that are understood",
  async ({ path, command }) => {
    expect(command.description()).toMatch(/\S/);
    expect(examplesOf(command).length).toBeGreaterThan(0);
    for (const example of examplesOf(command)) {
      expect(`${example} `.startsWith(`${path} `)).toBe(true);
      const [args] = example.split(" > ", 1);
      await idle().parseAsync(args!.split(" "), { from: "user" });
    }
  },
);

test("[CLI-02] an example that is not understood would be noticed", async () => {
  await expect(idle().parseAsync(["jobs", "list", "--state", "lost"], { from: "user" })).rejects.toThrow(
    CommanderError,
  );
});

test("[CLI-02] every listing prints JSON when asked to", () => {
  const listings = leaves.filter(({ path }) => /\b(list|show|endpoints)$/.test(path));
  expect(listings.length).toBeGreaterThan(5);
  expect(
    listings
      .filter(({ command }) => !command.options.some(({ long }) => long === "--json"))
      .map(({ path }) => path),
  ).toEqual([]);
});

test.each(shells)("[CLI-02] the completion for %s knows every command and option", (shell) => {
  const program = buildProgram();
  const script = completionScript(program, shell);
  for (const { path, command } of leafCommands(program)) {
    expect(script, path).toContain(`'${command.name()}`.slice(shell === "fish" ? 0 : 1));
    for (const { long } of command.options) {
      expect(script, `${path} ${long}`).toContain(shell === "fish" ? `-l ${long!.slice(2)} ` : long!);
    }
  }
});

test("[CLI-01] an error of a job is shown without addresses and secrets", () => {
  expect(withoutPersonalData("Can't send mail to <jo.doe+x@example.co.uk>: 550\n    at Mailer")).toBe(
    "Can't send mail to <…@…>: 550",
  );
  expect(withoutPersonalData("connect smtp://user:secret@mail.example:25 failed, jo@example.com")).toBe(
    "connect smtp://… failed, …@…",
  );
  expect(withoutPersonalData("https://hooks.example.com/catch/token answered 500")).toBe(
    "https://… answered 500",
  );
  // In linear time: what a receiver answers may be long.
  expect(withoutPersonalData(`${"a".repeat(100_000)}@`).length).toBeLessThanOrEqual(200);
});

test.each([
  ["jobs retry", /give either the ids of jobs or --failed/],
  ["jobs retry 1 --failed", /give either the ids of jobs or --failed/],
  ["jobs retry x", /the id of a job is a number, not "x"/],
  ["jobs list --limit 0", /--limit is a number from 1 to 100000, not "0"/],
  ["webhooks resend --org x", /give either a delivery or --since/],
  ["webhooks resend --org x --since yesterday", /--since is a moment such as/],
  ["commissions generate --deal x", /--deal needs --org/],
  ["subscription extend --org x --days 0", /--days is a number from 1/],
])("[CLI-02] %s is refused before anything is opened", async (line, reason) => {
  const running = buildProgram().parseAsync(line.split(" "), { from: "user" });
  await expect(running).rejects.toThrow(reason);
  await expect(running).rejects.toBeInstanceOf(UsageError);
});

test("[CLI-02] examples are part of the help", () => {
  const retry = leaves.find(({ path }) => path === "jobs retry")!.command;
  let text = "";
  retry.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  expect(text).toMatch(/Examples:\n {2}\$ finderlohn jobs retry 4711/);
});

/** What stands after the program's name in a text. */
const called = (text: string) =>
  [...text.matchAll(/(?:`|"|npx |\$\(|^ *)finderlohn ([a-z]+)(?: ([a-z]+))?/gm)].map(([, first, second]) => [
    first!,
    second,
  ]);

test("[OPS-02] [CLI-01] the commands that documents, image and compose example name exist", () => {
  const program = buildProgram();
  const read = (name: string) => fs.readFileSync(path.join(projectRoot(), name), "utf8");
  const documents = ["README.md", "docs/operations.md", "docs/security.md"].flatMap((name) =>
    called(read(name)),
  );
  expect(documents.length).toBeGreaterThan(20);
  const lists = [read("docs/compose.yaml"), read("Dockerfile")].flatMap((text) =>
    [...text.matchAll(/^(?: *command:|CMD) (\[.*\])$/gm)].map(([, list]) => JSON.parse(list!) as string[]),
  );
  expect(lists).toContainEqual(["db", "migrate"]);
  const unknown = [...documents, ...lists].filter(([first, second]) => {
    const command = program.commands.find((one) => one.name() === first);
    if (!command) return true;
    return (
      command.commands.length > 0 &&
      second !== undefined &&
      !command.commands.some((one) => one.name() === second)
    );
  });
  expect(unknown).toEqual([]);
});
