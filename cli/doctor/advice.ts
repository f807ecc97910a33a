// What to do about an error: of a check, or of a job that has failed for good.

/** By the code that Postgres or the network gives an error (of the owner's connection). */
const byCode: Record<string, string> = {
  "28P01": "correct user and password in DATABASE_URL",
  "28000": "correct the user in DATABASE_URL, or let it in (pg_hba.conf of the server)",
  "3D000": "make the database (create database … owner …), or correct DATABASE_URL",
  "53300": "the server has no connection left: raise max_connections, or run fewer processes",
  "57P03": "the database is starting: try again in a minute",
  "42P01": 'run "finderlohn db migrate"',
  "42703": 'run "finderlohn db migrate"',
  "3F000": 'run "finderlohn db migrate"',
  "42501": "DATABASE_URL has to be the owner of the database and of its tables",
};
const UNREACHABLE = "start the database, or correct host and port in DATABASE_URL";

export function adviceAbout(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return adviceAbout(error.errors[0]);
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (byCode[code]) return byCode[code];
  if (/^E[A-Z_]+$/.test(code) || /timeout|terminated/i.test(message)) return UNREACHABLE;
  return "see docs/operations/outages.md";
}

/**
 * The commonest reasons for which jobs fail for good: what their last error says, and what to do before they are run
 * again.
 */
const ofJobs: { task: RegExp; error: RegExp; advice: string }[] = [
  {
    task: /^(mail\.|identity\.send_link|affiliate\.invite)/,
    error: /\b535\b|Invalid login|EAUTH/i,
    advice: "the mail server refuses the sign-in: correct user and password in SMTP_URL",
  },
  {
    task: /^(mail\.|identity\.send_link)/,
    error: /wrong version number|SSL|TLS|certificate|altname/i,
    advice:
      "TLS with the mail server fails: smtps:// is for port 465, smtp:// for 587; its certificate must fit its name",
  },
  {
    task: /^(mail\.|identity\.send_link)/,
    error: /\b55[0-4]\b|rejected|recipient/i,
    advice: "the mail server takes no mail of this sender, or not for this recipient: check MAIL_FROM, then its log",
  },
  {
    task: /^(mail\.|identity\.send_link)/,
    error: /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|Greeting never|[Tt]imeout/,
    advice: "the mail server does not answer: check SMTP_URL and the network",
  },
  {
    task: /./,
    error: /unable to authenticate data|Unsupported state|Invalid authentication tag/i,
    advice: "sealed with another SESSION_SECRET: set the one from before; who waits for a link can ask for a new one",
  },
  {
    task: /^(stripe|subscription)\./,
    error: /api key|no such price|permission/i,
    advice: "Stripe refuses: check STRIPE_SECRET_KEY (its rights too) and the prices",
  },
  {
    task: /./,
    error: /too many clients|connection slots/i,
    advice: "the database has no connection left: raise max_connections, or run fewer processes",
  },
  {
    task: /./,
    error: /does not exist|permission denied/i,
    advice: 'database and program differ: run "finderlohn db migrate"',
  },
  {
    task: /./,
    error: /ENOSPC|No space left/i,
    advice: "make room on the disk",
  },
];

/** What to do about jobs of a task that failed for good with this error. */
export function adviceAboutJob(task: string, error: string): string {
  const known = ofJobs.find((one) => one.task.test(task) && one.error.test(error));
  const first = known?.advice ?? 'look with "finderlohn jobs list --state failed", and into the worker\'s log';
  return `${first}; then "finderlohn jobs retry --failed --task ${task}"`;
}
