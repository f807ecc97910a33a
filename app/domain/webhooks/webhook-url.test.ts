import { describe, expect, test } from "vitest";
import texts from "~/i18n/de/errors.json";
import { DomainError, type ErrorCode } from "../shared/errors";
import { checkWebhookUrl, isTrustedOrigin, parseWebhookAllowance, webhookHosts } from "./webhook-url";

const nothing = parseWebhookAllowance("");

function refusal(url: string, allowance = nothing): DomainError {
  try {
    checkWebhookUrl(url, allowance);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`accepted: ${url}`);
}

describe("[HOOK-02] the address of a webhook", () => {
  test.each(["", "   ", "\n\t"])("stands for no webhook if it is empty (%j)", (text) => {
    expect(checkWebhookUrl(text, nothing)).toBeNull();
  });

  test("may belong to the listed providers", () => {
    expect(webhookHosts).toEqual([
      "hooks.zapier.com",
      "make.com",
      "webhook.site",
      "pipedream.net",
      "n8n.cloud",
      "webhook.cool",
      "integromat.com",
    ]);
  });

  test.each([...webhookHosts, ...webhookHosts.map((host) => `a-1.b.${host}`)])("may be https://%s", (host) => {
    expect(checkWebhookUrl(`https://${host}/hook?key=1`, nothing)).toBe(`https://${host}/hook?key=1`);
  });

  test.each([
    ["  https://webhook.site/x  ", "https://webhook.site/x"],
    ["HTTPS://WEBHOOK.SITE/Case", "https://webhook.site/Case"],
    ["https://hooks.zapier.com./x", "https://hooks.zapier.com./x"],
    ["https://webhook.site:443/x", "https://webhook.site/x"],
    ["https://webhook.site:8443/x", "https://webhook.site:8443/x"],
    ["https://ｗebhook.site/x", "https://webhook.site/x"],
  ])("is stored in normalized form: %s", (typed, stored) => {
    expect(checkWebhookUrl(typed, nothing)).toBe(stored);
  });

  test.each([
    "https://zapier.com/x", // only its hooks
    "https://example.com/hooks.zapier.com",
    "https://example.com/?u=https://webhook.site",
    "https://evilhooks.zapier.com/x",
    "https://evilwebhook.site/x",
    "https://hooks.zapier.com.evil.example/x",
    "https://evilhooks.zapier.com.evil.example/x",
    "https://webhook.site.evil.example",
    "https://hooks-zapier.com/x",
    "https://hooksXzapier.com/x",
    "https://make.com%2eevil.example/x",
    "https://xn--mke-ela.com/x",
    "https://webhook.site../x",
    "https://webhook.site@evil.example/x",
    "https://evil.example\\@webhook.site/x",
    "https://evil.example#.webhook.site",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://localhost/x",
    "https://169.254.169.254/latest/meta-data",
  ])("is rejected if the host is not listed: %s", (url) => {
    expect(refusal(url)).toMatchObject({ code: "webhook_host_not_allowed", field: "webhook_url" });
  });

  test.each(["https://user@webhook.site/x", "https://user:secret@webhook.site/x", "https://:secret@webhook.site/"])(
    "is rejected if it contains credentials: %s",
    (url) => {
      expect(refusal(url).code).toBe("webhook_host_not_allowed");
    },
  );

  test.each(["80", "22", "444", "8080", "9443"])("is rejected with port %s", (port) => {
    expect(refusal(`https://webhook.site:${port}/x`)).toMatchObject({
      code: "webhook_port_not_allowed",
      field: "webhook_url",
    });
  });

  test.each([
    "http://webhook.site/x",
    "ftp://webhook.site/x",
    "ws://webhook.site/x",
    "javascript:alert(1)//webhook.site",
    "file:///webhook.site",
    "data:text/plain,webhook.site",
    "localhost:3000",
  ])("is rejected without https: %s", (url) => {
    expect(refusal(url)).toMatchObject({ code: "webhook_needs_https", field: "webhook_url" });
  });

  test.each(["webhook.site/x", "https://", "https://web hook.site", "//webhook.site/x", "https://[webhook.site]", "?"])(
    "is rejected if it cannot be parsed: %s",
    (url) => {
      expect(refusal(url)).toMatchObject({ code: "webhook_url_invalid", field: "webhook_url" });
    },
  );

  test("uses the sentences of the specification", () => {
    const sentence = ({ code, params }: { code: ErrorCode; params: DomainError["params"] }) =>
      (texts as Record<string, string>)[code]!.replace("{{hosts}}", String(params["hosts"]));
    expect(sentence(refusal("?"))).toBe("Ungültige URL");
    expect(sentence(refusal("http://webhook.site"))).toBe("Aus Sicherheitsgründen sind nur HTTPS URLs erlaubt");
    expect(sentence(refusal("https://evil.example"))).toBe(
      "Domain nicht erlaubt. Zugelassene Anbieter: Make, Zapier, Webhook.site, Pipedream, n8n",
    );
  });
});

describe("[HOOK-02] the hosts and origins added by the operator", () => {
  const allowance = parseWebhookAllowance(" Hooks.Example.ORG , http://127.0.0.1:9000/ignored,, https://intern:8443 ");

  test("include subdomains of hosts, over https only", () => {
    expect(checkWebhookUrl("https://hooks.example.org/x", allowance)).toBe("https://hooks.example.org/x");
    expect(checkWebhookUrl("https://a.hooks.example.org/x", allowance)).toBe("https://a.hooks.example.org/x");
    expect(refusal("http://hooks.example.org/x", allowance).code).toBe("webhook_needs_https");
    expect(refusal("https://example.org/x", allowance).code).toBe("webhook_host_not_allowed");
    expect(refusal("https://evilhooks.example.org/x", allowance).code).toBe("webhook_host_not_allowed");
    const { hosts } = refusal("https://example.org/x", allowance).params;
    expect(hosts).toBe("Make, Zapier, Webhook.site, Pipedream, n8n, hooks.example.org");
  });

  test("match origins exactly: scheme, host and port", () => {
    expect(checkWebhookUrl("http://127.0.0.1:9000/hook", allowance)).toBe("http://127.0.0.1:9000/hook");
    expect(checkWebhookUrl("https://intern:8443/hook", allowance)).toBe("https://intern:8443/hook");
    expect(refusal("http://127.0.0.1:9001/hook", allowance).code).toBe("webhook_needs_https");
    expect(refusal("http://127.0.0.1/hook", allowance).code).toBe("webhook_needs_https");
    expect(refusal("https://127.0.0.1:9000/hook", allowance).code).toBe("webhook_host_not_allowed");
    expect(refusal("http://a.127.0.0.1.evil.example:9000/", allowance).code).toBe("webhook_needs_https");
    expect(refusal("https://sub.intern:8443/", allowance).code).toBe("webhook_host_not_allowed");
  });

  test("are trusted as origins, but not as hosts", () => {
    expect(isTrustedOrigin(new URL("https://hooks.example.org/x"), allowance)).toBe(false);
    expect(isTrustedOrigin(new URL("http://127.0.0.1:9000/x"), allowance)).toBe(true);
  });

  test("do not include an address that only contains the origin", () => {
    expect(refusal("blob:http://127.0.0.1:9000/hook", allowance).code).toBe("webhook_needs_https");
  });

  test("do not replace the providers", () => {
    expect(checkWebhookUrl("https://webhook.site/x", allowance)).toBe("https://webhook.site/x");
  });

  // The origin of every address that is neither http nor https is the text "null".
  test.each(["unix:///run/hooks.sock", "tcp://10.0.0.1:9000", "foo://"])("trust nothing for %s", (entry) => {
    const mistaken = parseWebhookAllowance(entry);
    expect(refusal("file:///etc/passwd", mistaken).code).toBe("webhook_needs_https");
    expect(refusal("javascript:alert(1)", mistaken).code).toBe("webhook_needs_https");
  });

  test.each(["https://", "http://[", "://"])("ignore the unreadable entry %s", (entry) => {
    expect(parseWebhookAllowance(entry)).toEqual({ hosts: [], origins: [] });
  });
});
