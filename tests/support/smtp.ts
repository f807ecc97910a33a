import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach } from "vitest";

/** An email as received by the mail server. */
export interface Arrived {
  from: string;
  to: string[];
  mail: Email;
  raw: string;
}

/** A rejection by the mail server. */
export interface Refusal {
  code: number;
  text: string;
  /** Rejects after the content; otherwise at the receiver. */
  atData?: boolean;
}

export interface TestSmtp {
  /** URL for `createMailer`. */
  readonly url: string;
  /** Accepted emails, oldest first. */
  readonly arrived: Arrived[];
  /** Number of receivers sent to the server. */
  asked: number;
  /** Rejects all emails while set; null accepts them. */
  refusal: Refusal | null;
}

/** Starts a real mail server for each test of the file or block. */
export function useSmtp(): TestSmtp {
  const handle = { arrived: [] } as unknown as TestSmtp & { url: string };
  let server: SMTPServer;
  const no = ({ text, code }: Refusal) => Object.assign(new Error(text), { responseCode: code });

  beforeEach(async () => {
    handle.arrived.length = 0;
    Object.assign(handle, { refusal: null, asked: 0 });
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo(_address, _session, callback) {
        handle.asked += 1;
        const { refusal } = handle;
        callback(refusal && !refusal.atData ? no(refusal) : null);
      },
      onData(stream, { envelope }, callback) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const raw = Buffer.concat(chunks).toString("utf8");
          const from = envelope.mailFrom ? envelope.mailFrom.address : "";
          const to = envelope.rcptTo.map((one) => one.address);
          if (handle.refusal?.atData) return callback(no(handle.refusal));
          void PostalMime.parse(raw).then((mail) => {
            handle.arrived.push({ from, to, mail, raw });
            callback();
          });
        });
      },
    });
    server.on("error", () => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    handle.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });

  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return handle;
}
