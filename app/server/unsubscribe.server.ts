import { muteTopic } from "~/domain/notifications/mail-choices.server";
import { readToken, type Unsubscribing } from "~/domain/notifications/unsubscribe-token";
import { createSealer } from "~/platform/seal.server";
import { sessionSecret } from "./app-context.server";
import { unsubscribeScope } from "./open-scope.server";

/** What the token of a link in a mail says. Throws 404 when it is none of ours. */
export function openToken(token: string | undefined): Unsubscribing {
  const wanted = readToken(opened(token ?? ""));
  if (!wanted) throw new Response(null, { status: 404, statusText: "Not Found" });
  return wanted;
}

function opened(token: string): string {
  try {
    return createSealer(sessionSecret()).unseal(token);
  } catch {
    return "";
  }
}

/** Switches the mails of a token off; again changes nothing. */
export async function unsubscribe({ orgId, receiver, topic }: Unsubscribing): Promise<void> {
  await unsubscribeScope(orgId, (scope) => muteTopic(scope, receiver, topic));
}
