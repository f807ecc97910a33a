import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { TEST_SECRET, useDatabase } from "../support/database";
import { run } from "./program";

const db = useDatabase();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-secrets-"));
const env = () => ({ DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl });

afterAll(() => fs.rmSync(folder, { recursive: true }));

describe("[CLI-01] [OPS-03] doctor and secret files", () => {
  const secret = (name: string, text: string, mode: number) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    fs.chmodSync(file, mode);
    return file;
  };

  it("reports each variable's problem and its fix", async () => {
    const given = {
      ...env(),
      SESSION_SECRET_FILE: path.join(folder, "missing"),
      SMTP_URL_FILE: secret("empty", "\n", 0o600),
      STRIPE_SECRET_KEY_FILE: folder,
      STRIPE_WEBHOOK_SECRET: "whsec_x",
      STRIPE_WEBHOOK_SECRET_FILE: secret("whsec", "whsec_y", 0o600),
      DATABASE_LIVE_URL_FILE: secret("live", db.appUrl, 0o600),
    };
    const { code, stdout, stderr } = await run(["doctor", "--json"], given);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "finderlohn: 4 of 6 checks failed\n" });
    const rows = JSON.parse(stdout) as { check: string; state: string; found: string; advice: string }[];
    expect(rows.map(({ check, state, found }) => [check, state, found])).toEqual([
      ["DATABASE_LIVE_URL_FILE", "ok", `read from "${path.join(folder, "live")}"`],
      ["SESSION_SECRET_FILE", "fail", expect.stringMatching(/missing", which does not exist$/)],
      ["SMTP_URL_FILE", "fail", expect.stringMatching(/empty", which is empty$/)],
      ["STRIPE_SECRET_KEY_FILE", "fail", expect.stringMatching(/", which is a folder, not a file$/)],
      ["STRIPE_WEBHOOK_SECRET_FILE", "fail", expect.stringMatching(/ are both set: set one of them$/)],
      ["everything else", "warn", "not checked"],
    ]);
    expect(rows.filter(({ state, advice }) => state !== "ok" && !advice)).toEqual([]);
    expect(stdout).not.toMatch(/whsec_[xy]/);
  });

  it("warns of a file that every user can read, and continues", async () => {
    const given = { ...env(), SESSION_SECRET_FILE: secret("open", TEST_SECRET, 0o644) };
    const { code, stdout } = await run(["doctor", "--json"], given);
    const [first, ...others] = JSON.parse(stdout) as { check: string; state: string; found: string }[];
    expect(first).toMatchObject({
      check: "SESSION_SECRET_FILE",
      state: "warn",
      found: expect.stringMatching(/open" can be read by every user of this machine \(mode 644\)/) as string,
      advice: expect.stringMatching(/chmod o= /) as string,
    });
    expect(others.map(({ check }) => check)).toContain("database");
    expect(code).toBe(others.some(({ state }) => state === "fail") ? 1 : 0);
    fs.chmodSync(given.SESSION_SECRET_FILE, 0o640);
    expect((await run(["doctor"], given)).stdout).toMatch(/SESSION_SECRET_FILE +ok +read from/);
  });
});
