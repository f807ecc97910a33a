import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import PostalMime from "postal-mime";

export interface StoredMail {
  id: string;
  subject: string;
  to: string;
  text: string;
  html: string;
}

const FILE_NAME = /^[\w-]+\.eml$/;

/** Returns the emails of the local mailbox, newest first, at most `limit`. */
export async function listMails(folder: string, limit = 50): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .reverse()
    .slice(0, limit);
  return Promise.all(newest.map((name) => readMail(folder, name.slice(0, -".eml".length)))).then((mails) =>
    mails.filter((mail) => mail !== null),
  );
}

/** Cache of parsed emails by file; the files never change. */
const remembered = new Map<string, StoredMail>();
const MAX_REMEMBERED = 100;

/** Returns one email of the local mailbox, or null if it does not exist. */
export async function readMail(folder: string, id: string): Promise<StoredMail | null> {
  const name = `${id}.eml`;
  if (!FILE_NAME.test(name)) return null;
  const file = path.join(folder, name);
  const known = remembered.get(file);
  if (known) return known;
  const raw = await readFile(file).catch(() => null);
  if (!raw) return null;
  const mail = await PostalMime.parse(raw);
  const stored = {
    id,
    subject: mail.subject ?? "",
    to: mail.to?.map((one) => one.address ?? "").join(", ") ?? "",
    text: mail.text ?? "",
    html: mail.html ?? "",
  };
  remembered.set(file, stored);
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size > MAX_REMEMBERED) remembered.delete(oldest);
  return stored;
}
