import path from "node:path";
import { z } from "zod";
import { EMAIL_PATTERN } from "~/domain/shared/email";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { bucketAddress } from "./files/bucket.server";
import { withSecretFiles } from "./secret-files.server";
import { weaknessOf } from "./weak-secret";

// The only module that reads the environment.

const address = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be an address beginning with ${protocols.map((p) => `${p}//`).join(" or ")}`,
  });

/**
 * Reports each entry that is neither a host nor an http(s) origin, because such an entry would silently allow nothing.
 */
const allowedHosts = (list: string, context: z.RefinementCtx<string>) => {
  for (const entry of list.split(",").map((one) => one.trim())) {
    const { hosts, origins } = parseWebhookAllowance(entry);
    if (entry === "" || origins.length > 0 || hosts.some((host) => /^[\w-]+(?:\.[\w-]+)*$/.test(host))) continue;
    const message = `has "${entry}", which is neither a host (hooks.example.com) nor an origin (http://10.0.0.5:5678)`;
    context.addIssue({ code: "custom", message });
  }
};

/** Reports what is missing in the address of a bucket, without repeating it. */
const bucketUrl = (text: string, context: z.RefinementCtx<string>) => {
  try {
    bucketAddress(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
};

const postgres = address(["postgresql:", "postgres:"]);
/** Min length of the secret that signs cookies. */
export const SHORTEST_SECRET = 32;
const secretText = z.string().min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`);

/** Returns the keys in a list. `openssl` prints none with a comma or white space. */
const listedKeys = (text: string): string[] => text.split(/[\s,]+/).filter((key) => key !== "");

const stripeText = (prefix: string, form: RegExp) => z.string().regex(form, `must begin with ${prefix}`).optional();

/** Proxies check every few seconds whether a process is ready. */
const SHUTDOWN_DELAY_SECONDS = 5;

/** Set all of these or none. */
const stripeNames = [
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_PRICE_MONTHLY",
  "STRIPE_PRICE_YEARLY",
] as const;

/** How to get a better secret; guessing one of these would let an attacker sign. */
const betterSecret = {
  SESSION_SECRET: "Set what `openssl rand -hex 32` prints",
  BANK_DATA_KEY: "Set what `openssl rand -hex 32` prints",
  STRIPE_WEBHOOK_SECRET: "Set the signing secret of the endpoint at Stripe",
};

const isProduction = (mode: string | undefined, nodeEnv: string | undefined) =>
  (mode ?? (nodeEnv === "production" ? "production" : "demo")) === "production";

const envSchema = z
  .object({
    /** demo: local mailbox and demo data; test: local mailbox without demo data; production: neither. */
    APP_MODE: z.enum(["demo", "test", "production"]).optional(),
    NODE_ENV: z.string().optional(),
    PORT: z.coerce.number({ error: "must be a number" }).int().min(0).max(65_535).default(3000),
    HOST: z.string().optional(),
    /** The public address; all links in emails begin with it. */
    APP_URL: address(["http:", "https:"]).optional(),
    DATA_DIR: z.string().min(1).default(".data"),
    /** Connection of the owner role. If set, no embedded server is started. */
    DATABASE_URL: postgres.optional(),
    /** Connection of the runtime role. */
    DATABASE_APP_URL: postgres.optional(),
    /** Connection of the runtime role without a pooler, because LISTEN needs a dedicated connection. */
    DATABASE_LIVE_URL: postgres.optional(),
    /** Signs cookies, and seals one-time links in the job queue. */
    SESSION_SECRET: secretText.optional(),
    /** Encrypts bank data. Without it, the session secret does. */
    BANK_DATA_KEY: secretText.optional(),
    /** The keys before it, which decrypt what they have encrypted: separated by commas or white space. */
    BANK_DATA_KEY_EARLIER: z
      .string()
      .refine(
        (text) => listedKeys(text).every((key) => key.length >= SHORTEST_SECRET),
        `must have at least ${SHORTEST_SECRET} characters for each key`,
      )
      .optional(),
    SMTP_URL: address(["smtp:", "smtps:"]).optional(),
    MAIL_FROM: z.string().default("Finderlohn <no-reply@finderlohn.example>"),
    /** Comma-separated. A host is added to the webhook allowlist; `http://host:port` trusts exactly that origin. */
    WEBHOOK_ALLOWED_HOSTS: z.string().default("").superRefine(allowedHosts),
    /** Whether VIES is queried for VAT ids of affiliates. Default on in production, otherwise off. */
    VIES: z.enum(["on", "off"]).optional(),
    /** Concurrent jobs per worker and lane, except for deliveries. */
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(5),
    /** Concurrent webhook deliveries per worker. They mostly wait for responses. */
    WEBHOOK_CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(100),
    /** Number of proxies in front of the app; 0 ignores X-Forwarded-For. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    /**
     * Seconds the web server keeps accepting requests after SIGTERM, until its proxy stops sending them. Default 5 in
     * production, otherwise 0.
     */
    SHUTDOWN_DELAY_SECONDS: z.coerce.number({ error: "must be a number" }).int().min(0).max(300).optional(),
    /** Port of the Prometheus metrics; 0 uses any free port. */
    METRICS_PORT: z.coerce.number({ error: "must be a number" }).int().min(0).max(65_535).optional(),
    /** Address of the metrics server. Local by default, because the metrics have no password. */
    METRICS_HOST: z.string().default("127.0.0.1"),
    /** The operator's contact address for visitors and customers. */
    CONTACT_EMAIL: z.string().regex(EMAIL_PATTERN, "must be an email address, such as support@example.com").optional(),
    /** Folder with the operator's legal pages, such as imprint.de.md and privacy.en.md. */
    LEGAL_DIR: z.string().min(1).optional(),
    /** Stripe: all four or none. Without them the simulator responds, except in production. */
    STRIPE_SECRET_KEY: stripeText("sk_ or rk_", /^[sr]k_(test|live)_\w+$/),
    STRIPE_WEBHOOK_SECRET: stripeText("whsec_ followed by at least 24 characters", /^whsec_\S{24,}$/),
    STRIPE_PRICE_MONTHLY: stripeText("price_", /^price_\w+$/),
    STRIPE_PRICE_YEARLY: stripeText("price_", /^price_\w+$/),
    /** S3-compatible bucket for files: s3://KEY:SECRET@host/bucket?region=…; without it they are in the database. */
    FILES_URL: z.string().superRefine(bucketUrl).optional(),
    /** Limit of the files of one organization, in MiB. */
    FILES_QUOTA_MB: z.coerce.number({ error: "must be a number" }).int().min(10).max(1_000_000).default(1024),
    /** Command that checks each uploaded file on its standard input: exits with 0 if clean, with 1 to refuse it. */
    FILES_SCAN_CMD: z.string().min(1).optional(),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  })
  .superRefine((env, context) => {
    // Demo features on a public address must be a deliberate choice.
    if (env.APP_URL?.startsWith("https:") && !env.APP_MODE && env.NODE_ENV !== "production") {
      context.addIssue({
        code: "custom",
        path: ["APP_MODE"],
        message: "is missing: APP_URL is public, so set production, demo or test",
      });
    }
  })
  .transform(({ NODE_ENV, ...env }) => ({
    ...env,
    APP_MODE: env.APP_MODE ?? (isProduction(env.APP_MODE, NODE_ENV) ? ("production" as const) : ("demo" as const)),
    DATA_DIR: path.resolve(env.DATA_DIR),
    SHUTDOWN_DELAY_SECONDS:
      env.SHUTDOWN_DELAY_SECONDS ?? (isProduction(env.APP_MODE, NODE_ENV) ? SHUTDOWN_DELAY_SECONDS : 0),
    VIES: env.VIES ?? (isProduction(env.APP_MODE, NODE_ENV) ? ("on" as const) : ("off" as const)),
    LEGAL_DIR: env.LEGAL_DIR && path.resolve(env.LEGAL_DIR),
    // The local mailbox must only be reachable from this machine.
    HOST: env.HOST ?? (isProduction(env.APP_MODE, NODE_ENV) ? undefined : "127.0.0.1"),
  }))
  .superRefine((env, context) => {
    const need = (name: string, why: string) =>
      context.addIssue({ code: "custom", path: [name], message: `is missing: ${why}` });
    if (env.DATABASE_URL && !env.DATABASE_APP_URL)
      need("DATABASE_APP_URL", "DATABASE_URL is set, so set the URL of the runtime role too");
    const missing = stripeNames.filter((name) => !env[name]);
    if (missing.length < stripeNames.length) {
      for (const name of missing) need(name, "another Stripe variable is set");
    } else if (env.APP_MODE === "production") {
      for (const name of missing) need(name, "production has no Stripe simulator");
    }
    if (env.APP_MODE !== "production") return;
    if (!env.DATABASE_APP_URL) need("DATABASE_APP_URL", "production has no embedded database");
    if (!env.APP_URL) need("APP_URL", "links in emails need the public address");
    if (env.APP_URL && !env.APP_URL.startsWith("https:")) {
      context.addIssue({
        code: "custom",
        path: ["APP_URL"],
        message: "must begin with https:// in production",
      });
    }
    if (!env.SESSION_SECRET) need("SESSION_SECRET", "it signs cookies");
    for (const name of ["SESSION_SECRET", "BANK_DATA_KEY", "STRIPE_WEBHOOK_SECRET"] as const) {
      const weakness = weaknessOf((env[name] ?? "").replace("whsec_", ""));
      if (env[name] && weakness)
        context.addIssue({ code: "custom", path: [name], message: `${weakness}. ${betterSecret[name]}` });
    }
    if (!env.SMTP_URL) need("SMTP_URL", "production has no local mailbox");
  });

export type Env = z.output<typeof envSchema>;

/** A variable is missing or invalid; the message is one line that names it. */
export class EnvError extends Error {}

/**
 * Validates an environment, including secrets stored in files. Empty variables count as unset. Throws `EnvError` that
 * names each invalid variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const { given, problems } = withSecretFiles(set);
  const result = envSchema.safeParse(given);
  if (result.success && problems.length === 0) return result.data;
  const issues = problems.length > 0 ? [] : (result.error?.issues ?? []);
  const lines = [...problems, ...issues.map((issue) => `${issue.path.join(".")} ${issue.message}`)];
  throw new EnvError(`Environment: ${lines.join("; ")}`);
}

let parsed: Env | undefined;

/** Returns the environment of this process, validated at the first call. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** Returns the keys of bank data, the current one first, for the app secret `secret`. */
export function bankKeys(
  { BANK_DATA_KEY, BANK_DATA_KEY_EARLIER }: Pick<Env, "BANK_DATA_KEY" | "BANK_DATA_KEY_EARLIER">,
  secret: string,
): [string, ...string[]] {
  const own = BANK_DATA_KEY ? [BANK_DATA_KEY] : [];
  const [first = secret, ...others] = [...own, ...listedKeys(BANK_DATA_KEY_EARLIER ?? ""), secret];
  return [first, ...others];
}

/** Returns the public address without a trailing slash; every link begins with it. */
export function publicAddress({ APP_URL, PORT }: Pick<Env, "APP_URL" | "PORT">): string {
  return (APP_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, "");
}

/** Returns the name of the session cookie; `__Host-` binds it to this host and to https. */
export function sessionCookieName(address: string): string {
  return address.startsWith("https:") ? "__Host-finderlohn" : "finderlohn";
}
