/** A program for copying that verifies a delivery (Standard Webhooks). `language` is its name in all languages. */
export interface VerifySnippet {
  language: string;
  code: string;
}

const node = `import { createHmac, timingSafeEqual } from "node:crypto";

/** headers: names in lower case. body: the bytes as they arrived. Returns the event; throws when it is not genuine. */
export function verifyWebhook(headers, body, secret = process.env.WEBHOOK_SECRET) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) throw new Error("too old");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\`).update(body).digest();
  const genuine = (headers["webhook-signature"] ?? "").split(" ").some((part) => {
    const [version, signature = ""] = part.split(",");
    const given = Buffer.from(signature, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!genuine) throw new Error("wrong signature");
  return JSON.parse(body.toString());
}
`;

const php = `<?php
// $headers: names in lower case. $body: file_get_contents('php://input'). Returns the event; throws when it is not
// genuine.
function verify_webhook(array $headers, string $body, ?string $secret = null): array
{
    $secret ??= getenv('WEBHOOK_SECRET');
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '0';
    if (abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('too old');
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('wrong signature');
}
`;

const python = `import base64, hashlib, hmac, json, os, time


def verify_webhook(headers, body, secret=None):
    """headers: names in lower case. body: the bytes as they arrived. Returns the event; raises when it is not genuine."""
    secret = secret or os.environ["WEBHOOK_SECRET"]
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "0")
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in given):
        raise ValueError("wrong signature")
    return json.loads(body)
`;

export const verifySnippets: readonly VerifySnippet[] = [
  { language: "Node.js", code: node },
  { language: "PHP", code: php },
  { language: "Python", code: python },
];
