import { execFile, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifySnippets } from "~/domain/webhooks/verify-snippets";
import { useWebhook } from "./webhook-world";

// The snippets of the settings as users run them: copied into a file, with a delivery that really arrived.

const world = useWebhook();
let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-snippet-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const [headers, body] = ["headers.json", "body"];

/** How to run each language, with a main program that reads the delivery and calls the function. */
const runs: Record<string, { command: string; file: string; main: string }> = {
  "Node.js": {
    command: process.execPath,
    file: "verify.mjs",
    main: `import fs from "node:fs";
console.log(JSON.stringify(verifyWebhook(JSON.parse(fs.readFileSync("${headers}", "utf8")), fs.readFileSync("${body}"))));`,
  },
  PHP: {
    command: "php",
    file: "verify.php",
    main: `echo json_encode(verify_webhook(json_decode(file_get_contents("${headers}"), true), file_get_contents("${body}")));`,
  },
  Python: {
    command: "python3",
    file: "verify.py",
    main: `print(json.dumps(verify_webhook(json.load(open("${headers}")), open("${body}", "rb").read())))`,
  },
};

const isThere = (command: string) => spawnSync(command, ["--version"]).status === 0;

async function verify(language: string, secret: string): Promise<unknown> {
  const { command, file } = runs[language]!;
  const env = { ...process.env, WEBHOOK_SECRET: secret, NODE_OPTIONS: "" };
  const { stdout } = await promisify(execFile)(command, [file], { cwd: folder, env });
  return JSON.parse(stdout);
}

test("[HOOK-04] every snippet has a way to run it", () => {
  expect(verifySnippets.map(({ language }) => language)).toEqual(Object.keys(runs));
});

for (const { language, code } of verifySnippets) {
  const { command, file, main } = runs[language]!;
  // Node is always available.
  test.runIf(isThere(command))(`[HOOK-04] the snippet in ${language} verifies a real delivery`, async () => {
    await world.lead();
    await world.db.runJobs();
    const { headers: sent, body: bytes } = world.receiver.requests[0]!;
    const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
    write(file, `${code}\n${main}\n`);
    write(headers, JSON.stringify(sent));
    write(body, bytes);
    expect(await verify(language, world.secret)).toEqual(JSON.parse(bytes));

    await expect(verify(language, `whsec_${"A".repeat(43)}=`)).rejects.toThrow("wrong signature");
    write(body, `${bytes} `);
    await expect(verify(language, world.secret)).rejects.toThrow("wrong signature");
    write(body, bytes);
    // While two secrets are valid, either signature is accepted.
    write(headers, JSON.stringify({ ...sent, "webhook-signature": `v1,AAAA ${signatureOf(sent)}` }));
    expect(await verify(language, world.secret)).toEqual(JSON.parse(bytes));
    for (const age of [-400, 400]) {
      const timestamp = String(Math.floor(Date.now() / 1000) + age);
      write(headers, JSON.stringify({ ...sent, "webhook-timestamp": timestamp }));
      await expect(verify(language, world.secret)).rejects.toThrow("too old");
    }
  });
}

const signatureOf = (sent: object) => (sent as Record<string, string>)["webhook-signature"]!;
