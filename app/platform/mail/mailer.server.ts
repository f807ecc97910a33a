import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import addressparser from "nodemailer/lib/addressparser";
import { AddressRefused, saysUnknown } from "./address-refused";
import type { MailContent } from "./compose.server";

/** A draft older than this was abandoned. */
const DRAFT_MS = 60_000;

export interface Mailer {
  /**
   * Sends an email. Rejects if the server did not accept it, so that the job tries again; rejects with {@link
   * AddressRefused} if a retry is pointless. The error never contains an address, because it is logged and stored with
   * the job.
   * @param id must be the same for all attempts of one email and unique otherwise. The Message-ID derives from it, so
   * that receivers recognize an email that was sent twice
   */
  send(to: { name: string; address: string }, mail: MailContent, id: string): Promise<void>;
  close(): void;
}

/**
 * Returns a mailer that sends over SMTP or, without `smtpUrl`, writes one .eml file per email into the local mailbox.
 * Their names sort by time.
 */
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
    // Prevents out-of-office replies (RFC 3834).
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
      // Written to a draft and then renamed, so that readers never see an incomplete email.
      const draft = path.join(mailboxDir, `.${name}`);
      await writeFile(draft, written as Buffer, { mode: 0o600, flush: true });
      await rename(draft, path.join(mailboxDir, name));
    },
    close: () => {},
  };
}

/** Breaks up "=?", because readers would decode header text that looks encoded (RFC 2047). */
const asWritten = (text: string) => text.replaceAll("=?", "= ?");

const ADDRESS = /[^\s<>"'(),:;]{1,64}@[^\s<>"'(),:;]{1,255}/g;

interface SmtpAnswer {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/**
 * Rethrows an SMTP error without addresses. Mail servers repeat the receiver in their responses, and the library stores
 * these in the error.
 */
function rethrowWithoutAddresses(error: unknown): never {
  const answer = error as Error & SmtpAnswer;
  if (saysUnknown(answer)) throw new AddressRefused();
  const { message = "", code, responseCode } = answer;
  throw Object.assign(new Error(message.replace(ADDRESS, "[address]")), { code, responseCode });
}

/** Removes drafts of killed processes; their jobs send the emails again. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\..*\.eml$/.test(name)) continue;
    const draft = path.join(folder, name);
    // Another process may be writing a draft now.
    const changed = await stat(draft).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changed > DRAFT_MS) await rm(draft, { force: true });
  }
}
