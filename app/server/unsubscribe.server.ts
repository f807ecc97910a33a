import { muteTopic } from "~/domain/notifications/mail-choices.server";
import { readSealedToken, readToken, type Unsubscribing } from "~/domain/notifications/unsubscribe-token.server";
import { log } from "~/platform/log.server";
import { createSealer } from "~/platform/seal.server";
import { createSigner } from "~/platform/signer.server";
import { sessionSecret } from "./app-context.server";
import { unsubscribeScope } from "./special-scopes.server";

/** Returns the content of a token from an email link. Throws 404 if this site did not sign it. */
export function openToken(token: string | undefined): Unsubscribing & { issuedOn: Date | null } {
  const bytes = createSigner(sessionSecret()).verify("unsubscribe", token ?? "");
  const signed = bytes && readToken(bytes);
  if (signed) return { ...signed.unsubscribing, issuedOn: signed.issuedOn };
  const sealed = readSealedToken(opened(token ?? ""));
  if (!sealed) throw new Response(null, { status: 404, statusText: "Not Found" });
  return { ...sealed, issuedOn: null };
}

function opened(token: string): string {
  try {
    return createSealer(sessionSecret()).unseal(token);
  } catch {
    return "";
  }
}

/** Turns off the emails of a token. Idempotent. */
export async function unsubscribe(token: string | undefined): Promise<void> {
  const { orgId, receiver, topic, issuedOn } = openToken(token);
  await unsubscribeScope(orgId, (scope) => muteTopic(scope, receiver, topic));
  log.info(
    { org_id: orgId, topic, issued_on: issuedOn?.toISOString().slice(0, 10) ?? null },
    "emails turned off by link",
  );
}
