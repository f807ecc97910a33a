import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import addressparser from "nodemailer/lib/addressparser";
import { AddressRefused, saysUnknown } from "./address-refused";
import type { MailContent } from "./compose.server";

/** Nobody writes a mail for so long. */
const DRAFT_MS = 60_000;

export interface Mailer {
  /**
   * Hands a mail over; rejects when it was not accepted, so the job tries again: with {@link AddressRefused} when that
   * is of no use. The error names no address: it is in the log and with the job.
   * @param id the same for all attempts of one mail and for no other mail. The Message-ID is made of it, so that a mail
   * that was accepted without our hearing of it is known to be the same when it comes again
   */
  send(to: { name: string; address: string }, mail: MailContent, id: string): Promise<void>;
  close(): void;
}

/** Sends over SMTP, or without `smtpUrl` into the local mailbox: one .eml file a mail, newest last by name. */
export function createMailer(options: { smtpUrl?: string; from: string; mailboxDir: string }): Mailer {
  const { smtpUrl, from, mailboxDir } = options;
  const [own = { name: "", address: from }] = addressparser(from, { flatten: true });
  const host = /@([\w.-]+)/.exec(own.address)?.[1] ?? "localhost";
  const message = (
    to: { name: string; address: string },
    { senderName, subject, ...mail }: MailContent,
    id: string,
  ) => ({
    ...mail,
    from: { ...own, ...(senderName && { name: asWritten(senderName) }) },
    to: { ...to, name: asWritten(to.name) },
    subject: asWritten(subject),
    messageId: `<${createHash("sha256").update(id).digest("hex").slice(0, 40)}@${host}>`,
    // No absence note answers it (RFC 3834).
    headers: { ...mail.headers, "Auto-Submitted": "auto-generated" },
  });
  if (smtpUrl) {
    const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, socketTimeout: 30_000 });
    return {
      send: async (to, mail, id) =>
        void (await transport.sendMail(message(to, mail, id)).catch(rethrowWithoutAddresses)),
      close: () => transport.close(),
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true });
  let count = 0;
  let cleared: Promise<void> | undefined;
  return {
    async send(to, mail, id) {
      const { message: written } = await transport.sendMail(message(to, mail, id));
      await mkdir(mailboxDir, { recursive: true, mode: 0o700 });
      await (cleared ??= removeDrafts(mailboxDir));
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${process.pid}-${++count}.eml`;
      // Written aside and renamed when the disk has it: nobody ever finds half a mail under its name.
      const draft = path.join(mailboxDir, `.${name}`);
      await writeFile(draft, written as Buffer, { mode: 0o600, flush: true });
      await rename(draft, path.join(mailboxDir, name));
    },
    close: () => {},
  };
}

/** A header's text that looks encoded (RFC 2047) would be decoded into something else by whoever reads it. */
const asWritten = (text: string) => text.replaceAll("=?", "= ?");

const ADDRESS = /[^\s<>"'(),:;]{1,64}@[^\s<>"'(),:;]{1,255}/g;

interface SmtpAnswer {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Mail servers repeat the receiver in what they answer, and the library keeps it in the error's fields. */
function rethrowWithoutAddresses(error: unknown): never {
  const answer = error as Error & SmtpAnswer;
  if (saysUnknown(answer)) throw new AddressRefused();
  const { message = "", code, responseCode } = answer;
  throw Object.assign(new Error(message.replace(ADDRESS, "[address]")), { code, responseCode });
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
