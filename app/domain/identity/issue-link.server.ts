import type { TenantDb } from "../shared/db";
import type { JobPayload } from "../shared/jobs";
import type { IdentityScope } from "../shared/scope";
import { HANDED_OUT, linkEnd, type PersonalPurpose } from "./one-time-link";
import { hashSecret, newSecret } from "./secret.server";

export interface LinkRequest {
  purpose: PersonalPurpose;
  userId: string;
  /** Invitation or portal sign-in: the organization whose portal opens. */
  orgId?: string;
  /** A path of this site that was asked for before; using the link leads there. */
  redirectTo?: string;
  /** Of a change of the address: the one that counts once the link is used. */
  email?: string;
  /** Language of the mail when the receiver has not chosen one. */
  language?: string;
}

/** Links are made both before an organization is known and inside one (invitations). */
interface LinkScope extends Pick<IdentityScope, "now" | "seal"> {
  db: Pick<TenantDb, "oneTimeToken">;
  enqueue(job: "mail.link", payload: JobPayload<"mail.link">): Promise<void>;
}

/**
 * Makes a one-time link and queues the mail that carries it, in the caller's transaction. The database keeps only the
 * hash of the secret; on its way through the job queue the secret is sealed. A `secret` that already has a link gets
 * no second one; a job that runs again passes the same secret.
 */
export async function issueLink(scope: LinkScope, request: LinkRequest, secret: string = newSecret()): Promise<void> {
  if (!(await keepLink(scope, secret, request))) return;
  await scope.enqueue("mail.link", {
    purpose: request.purpose,
    link: scope.seal(secret),
    ...(request.language && { language: request.language }),
  });
}

/**
 * Makes an invitation's link that no mail carries and returns its secret, for staff to hand on. It opens the portal of
 * this organization and nothing else (readSession), and only as long as nobody has confirmed the address (redeemLink).
 */
export async function handOutLink(
  scope: Pick<LinkScope, "now" | "db">,
  request: { userId: string; orgId: string },
): Promise<string> {
  const secret = HANDED_OUT + newSecret();
  await keepLink(scope, secret, { purpose: "invite", ...request });
  return secret;
}

/** Returns false when there is a link with this secret. */
async function keepLink(scope: Pick<LinkScope, "now" | "db">, secret: string, request: LinkRequest) {
  const { count } = await scope.db.oneTimeToken.createMany({
    data: [
      {
        tokenHash: hashSecret(secret),
        purpose: request.purpose,
        userId: request.userId,
        orgId: request.orgId ?? null,
        redirectTo: request.redirectTo ?? null,
        email: request.email ?? null,
        createdAt: scope.now,
        expiresAt: linkEnd(scope.now, request.purpose),
      },
    ],
    skipDuplicates: true,
  });
  return count > 0;
}
