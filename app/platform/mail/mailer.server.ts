import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { MailContent } from "./compose.server";

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
  return {
    async send(to, mail) {
      const { message } = await transport.sendMail({ from, to, ...mail });
      await mkdir(mailboxDir, { recursive: true });
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${process.pid}-${++count}.eml`;
      // Written aside and renamed: the mailbox page never reads half a mail.
      await writeFile(path.join(mailboxDir, `.${name}`), message as Buffer);
      await rename(path.join(mailboxDir, `.${name}`), path.join(mailboxDir, name));
    },
    close: () => {},
  };
}
