import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMailer } from "./mailer.server";

let folder: string;

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "finderlohn-mailer-")), "mail");
});

afterEach(() => rm(path.dirname(folder), { recursive: true }));

async function send(): Promise<void> {
  const mailer = createMailer({ from: "Finderlohn <no-reply@finderlohn.test>", mailboxDir: folder });
  await mailer.send(
    { name: "Bob", address: "bob@example.com" },
    { subject: "Hello", text: "Hello", html: "<p>Hello</p>" },
    "1",
  );
  mailer.close();
}

it("writes emails of the local mailbox with access for this user only, because they contain sign-in links", async () => {
  await send();
  const [name, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect((await stat(path.join(folder, name!))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it("removes drafts that a killed process left behind, but not current ones", async () => {
  await mkdir(folder);
  const [left, current] = [".2026-01-01T00-00-00-000Z-1-1.eml", ".2026-01-01T00-00-00-000Z-2-1.eml"];
  await writeFile(path.join(folder, left), "");
  await writeFile(path.join(folder, current), "");
  const earlier = new Date(Date.now() - 120_000);
  await utimes(path.join(folder, left), earlier, earlier);
  await send();
  const names = await readdir(folder);
  expect(names).not.toContain(left);
  expect(names).toContain(current);
  expect(names).toHaveLength(2);
});
