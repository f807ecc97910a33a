// Advice for errors of checks and of permanently failed jobs.

/** Advice by error code of Postgres or the network, for the owner's connection. */
const byCode: Record<string, string> = {
  "28P01": "correct user and password in DATABASE_URL",
  "28000": "correct the user in DATABASE_URL, or let it in (pg_hba.conf of the server)",
  "3D000": "create the database (create database … owner …), or correct DATABASE_URL",
  "53300": "the server has no free connection: raise max_connections, or run fewer processes",
  "57P03": "the database is starting: try again in a minute",
  "42P01": 'run "finderlohn db migrate"',
  "42703": 'run "finderlohn db migrate"',
  "3F000": 'run "finderlohn db migrate"',
  "42501": "DATABASE_URL must be the owner of the database and of its tables",
};
const UNREACHABLE = "start the database, or correct host and port in DATABASE_URL";

export function adviceAbout(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return adviceAbout(error.errors[0]);
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (byCode[code]) return byCode[code];
  if (/^E[A-Z_]+$/.test(code) || /timeout|terminated/i.test(message)) return UNREACHABLE;
  return "see docs/operations/outages.md";
}

/** Frequent reasons why jobs permanently fail, by their last error, with advice to follow before retrying them. */
const ofJobs: { task: RegExp; error: RegExp; advice: string }[] = [
  {
    task: /^(mail\.|identity\.send_link|affiliate\.invite)/,
    error: /\b535\b|Invalid login|EAUTH/i,
    advice: "the mail server rejects the login: correct user and password in SMTP_URL",
  },
  {
    task: /^(mail\.|identity\.send_link)/,
    error: /wrong version number|SSL|TLS|certificate|altname/i,
    advice:
      "TLS with the mail server fails: smtps:// is for port 465, smtp:// for 587; the certificate must match the host name",
  },
  {
    task: /^(mail\.|identity\.send_link)/,
    error: /\b55[0-4]\b|rejected|recipient/i,
    advice: "the mail server rejects this sender or recipient: check MAIL_FROM, then its log",
  },
  {
    task: /^(mail\.|identity\.send_link)/,
    error: /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|Greeting never|[Tt]imeout/,
    advice: "the mail server does not respond: check SMTP_URL and the network",
  },
  {
    task: /./,
    error: /unable to authenticate data|Unsupported state|Invalid authentication tag/i,
    advice: "encrypted with a different SESSION_SECRET: restore the old value; users can request a new link",
  },
  {
    task: /^(stripe|subscription)\./,
    error: /api key|no such price|permission/i,
    advice: "Stripe rejects the request: check STRIPE_SECRET_KEY (also its permissions) and the prices",
  },
  {
    task: /./,
    error: /too many clients|connection slots/i,
    advice: "the database has no free connection: raise max_connections, or run fewer processes",
  },
  {
    task: /./,
    error: /does not exist|permission denied/i,
    advice: 'the schema does not match this version: run "finderlohn db migrate"',
  },
  {
    task: /./,
    error: /ENOSPC|No space left/i,
    advice: "free disk space",
  },
];

/** Returns advice for jobs of a task that permanently failed with this error. */
export function adviceAboutJob(task: string, error: string): string {
  const known = ofJobs.find((one) => one.task.test(task) && one.error.test(error));
  const first = known?.advice ?? 'check "finderlohn jobs list --state failed" and the worker\'s log';
  return `${first}; then "finderlohn jobs retry --failed --task ${task}"`;
}
