import pg from "pg";
import { CHANNEL, readAnnouncement } from "~/platform/realtime/announcement";

/** Above this number of messages, a transaction publishes one per organization and topic. */
const MAX_MESSAGES = 100;

type Query = (...args: unknown[]) => unknown;
type Callback = (error: Error | undefined, result: unknown) => void;

/**
 * Publishes the changes of a transaction on a Citus cluster. There the triggers run on the workers, which cannot notify
 * listeners, so `app.announce` raises notices (docs/decisions/0039-live-updates.md). This client collects them and
 * sends NOTIFY on the coordinator in the message of the commit. So a rolled-back transaction or savepoint publishes
 * nothing. A single server raises no such notices, and this client then behaves as any other.
 */
export class PublishingClient extends pg.Client {
  #messages = new Set<string>();
  #savepoints = new Map<string, ReadonlySet<string>>();
  #isOpen = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("notice", ({ message = "" }) => {
      const [, text] = NOTICE.exec(message) ?? [];
      if (text !== undefined && readAnnouncement(text)) this.#messages.add(text);
    });
  }

  // Typed as never to fit all overloads of pg, whose results it passes on.
  override query(...args: unknown[]): never {
    const send = super.query.bind(this) as Query;
    const text = textOf(args[0]);
    if (/^commit$/i.test(text)) return this.#commit(send, args) as never;
    this.#follow(text);
    // A statement outside a transaction has committed when it succeeds.
    const isPartOfMore = this.#isOpen || "submit" in Object(args[0]);
    return (isPartOfMore ? send(...args) : this.#publishAfter(send, args)) as never;
  }

  /** Keeps the messages of each savepoint, because rolling back to it cancels the later ones. */
  #follow(text: string): void {
    const [, command = "", name = ""] = COMMAND.exec(text) ?? [];
    if (/^begin/i.test(command)) this.#start(true);
    else if (/^savepoint/i.test(command)) this.#savepoints.set(name, new Set(this.#messages));
    else if (/^rollback to/i.test(command)) this.#messages = new Set(this.#savepoints.get(name));
    else if (/^rollback/i.test(command)) this.#start(false);
  }

  #start(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#messages = new Set();
    this.#savepoints.clear();
  }

  #commit(send: Query, args: unknown[]): unknown {
    const publishing = publish(this.#messages);
    this.#start(false);
    if (!publishing) return send(...args);
    // Several statements return an array of results; the caller expects the one of the commit.
    return (send(`${publishing}; commit`) as Promise<pg.QueryResult[]>).then(
      (results) => [results].flat().at(-1),
      // A commit alone reports in its result that an earlier statement had failed.
      (error: { code?: string }) => (error.code === TRANSACTION_ABORTED ? send("commit") : Promise.reject(error)),
    );
  }

  #publishAfter(send: Query, args: unknown[]): unknown {
    this.#start(false);
    const publishing = () => {
      const text = publish(this.#messages);
      this.#start(false);
      return text;
    };
    const callback = args.at(-1);
    if (typeof callback === "function") {
      const done = callback as Callback;
      return send(...args.slice(0, -1), (error: Error | undefined, result: unknown) => {
        const text = publishing();
        if (error || text === null) done(error, result);
        // The statement has succeeded, and a lost message only delays a page.
        else
          (send(text) as Promise<unknown>).then(
            () => done(undefined, result),
            () => done(undefined, result),
          );
      });
    }
    return (send(...args) as Promise<unknown>).then(async (result) => {
      const text = publishing();
      if (text !== null) await (send(text) as Promise<unknown>).catch(() => {});
      return result;
    });
  }
}

const TRANSACTION_ABORTED = "25P02";
const NOTICE = new RegExp(`^${CHANNEL} (.+)$`);
const COMMAND = /^\s*(begin|savepoint|rollback to(?: savepoint)?|rollback)\b\s*(\w*)/i;

const textOf = (query: unknown): string =>
  typeof query === "string" ? query : ((query as { text?: string } | null)?.text ?? "");

/** Returns the statement that publishes messages; null if there are none. The messages have been parsed before. */
function publish(messages: ReadonlySet<string>): string | null {
  if (messages.size === 0) return null;
  const all = [...messages].map((text) => text.split(":", 2).join(":"));
  const sent = messages.size > MAX_MESSAGES ? [...new Set(all)].map((text) => `${text}:*`) : [...messages];
  return `select ${sent.map((text) => `pg_notify('${CHANNEL}', ${pg.escapeLiteral(text)})`).join(", ")}`;
}
