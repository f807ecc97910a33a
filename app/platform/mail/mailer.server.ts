import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { MailContent } from "./compose.server";

/** Nobody writes a mail for so long. */
const DRAFT_MS = 60_000;

export interface Mailer {
  /** Hands a mail over; rejects when it was not accepted, so the job tries again. */
  send(to: { name: string; address: string }, mail: MailContent): Promise<void>;
  close(): void;
}

/** Sends over SMTP, or without `smtpUrl` into the local mailbox: one .eml file a mail, newest last by name. */
export function createMailer(options: { smtpUrl?: string; from: string; mailboxDir: string }): Mailer {
  const { smtpUrl, from, mailboxDir } = options;
  if (smtpUrl) {
    const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, socketTimeout: 30_000 });
    return {
      send: async (to, mail) => void (await transport.sendMail({ from, to, ...mail })),
      close: () => transport.close(),
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true });
  let count = 0;
  let cleared: Promise<void> | undefined;
  return {
    async send(to, mail) {
      const { message } = await transport.sendMail({ from, to, ...mail });
      await mkdir(mailboxDir, { recursive: true, mode: 0o700 });
      await (cleared ??= removeDrafts(mailboxDir));
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${process.pid}-${++count}.eml`;
      // Written aside and renamed when the disk has it: nobody ever finds half a mail under its name.
      const draft = path.join(mailboxDir, `.${name}`);
      await writeFile(draft, message as Buffer, { mode: 0o600, flush: true });
      await rename(draft, path.join(mailboxDir, name));
    },
    close: () => {},
  };
}

/** What a process that was killed has left half written; its jobs write their mails again. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\..*\.eml$/.test(name)) continue;
    const draft = path.join(folder, name);
    // Another process may be writing one now.
    const changed = await stat(draft).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changed > DRAFT_MS) await rm(draft, { force: true });
  }
}
