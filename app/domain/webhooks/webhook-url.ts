import { DomainError } from "../shared/errors";

/** Providers to which an organization may send its data: a host or one of its subdomains (HOOK-02). */
export const webhookHosts = [
  "hooks.zapier.com",
  "make.com",
  "webhook.site",
  "pipedream.net",
  "n8n.cloud",
  "webhook.cool",
  "integromat.com",
];

/** The allowed ports: 443, which a parsed address leaves out, and 8443. */
const webhookPorts = ["", "8443"];

/** The same list with the names of the providers. */
const webhookProviders = "Make, Zapier, Webhook.site, Pipedream, n8n";

/** The additional hosts and origins allowed by the operator. */
export interface WebhookAllowance {
  /** Additional hosts, including their subdomains. */
  hosts: string[];
  /** Origins trusted by the operator, such as "http://127.0.0.1:9000"; they need neither https nor a public address. */
  origins: string[];
}

/** Returns the allowed receivers for messages: the providers, and the operator's own hosts. */
export const providersOf = ({ hosts }: WebhookAllowance): string => [webhookProviders, ...hosts].join(", ");

/** Parses the operator's comma-separated list of hosts and origins. */
export function parseWebhookAllowance(list: string): WebhookAllowance {
  const entries = list
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
  return {
    hosts: entries.filter((entry) => !entry.includes("://")),
    origins: entries
      .filter((entry) => entry.includes("://") && URL.canParse(entry))
      .map((entry) => new URL(entry))
      .filter(isHttp)
      .map((url) => url.origin),
  };
}

/** Returns whether the operator trusts the origin of the address. */
export function isTrustedOrigin(url: URL, allowance: WebhookAllowance): boolean {
  return isHttp(url) && allowance.origins.includes(url.origin);
}

/** Only http(s) addresses have an origin of their own. Others have "null", or (blob:) that of the address inside. */
function isHttp({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

/**
 * Checks a webhook address: https, a listed host, port 443 or 8443. Used when it is saved and at every delivery.
 * Returns the normalized address, or null for an empty text.
 * Throws `webhook_url_invalid`, `webhook_needs_https`, `webhook_host_not_allowed`, `webhook_port_not_allowed` (field
 * webhook_url).
 */
export function checkWebhookUrl(text: string, allowance: WebhookAllowance): string | null {
  const trimmed = text.trim();
  if (!trimmed) return null;
  if (!URL.canParse(trimmed)) throw new DomainError("webhook_url_invalid", {}, "webhook_url");
  const url = new URL(trimmed);
  if (isTrustedOrigin(url, allowance)) return url.href;
  if (url.protocol !== "https:") throw new DomainError("webhook_needs_https", {}, "webhook_url");
  const host = url.hostname.replace(/\.$/, "");
  const allowed = [...webhookHosts, ...allowance.hosts].some((one) => host === one || host.endsWith(`.${one}`));
  if (!allowed || url.username || url.password) {
    throw new DomainError("webhook_host_not_allowed", { hosts: providersOf(allowance) }, "webhook_url");
  }
  if (!webhookPorts.includes(url.port)) throw new DomainError("webhook_port_not_allowed", {}, "webhook_url");
  return url.href;
}
