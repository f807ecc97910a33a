import type { TenantDb } from "../shared/db";
import type { JobPayload } from "../shared/jobs";
import type { IdentityScope } from "../shared/scope";
import { HANDED_OUT, linkEnd, type PersonalPurpose } from "./one-time-link";
import { hashSecret, newSecret } from "./secret.server";

export interface LinkRequest {
  purpose: PersonalPurpose;
  userId: string;
  /** For an invitation or portal sign-in: the organization whose portal opens. */
  orgId?: string;
  /** A path of this site that the user requested before; using the link redirects to it. */
  redirectTo?: string;
  /** For an address change: the address that the link sets. */
  email?: string;
  /** Language of the email if the receiver has not chosen one. */
  language?: string;
}

/** Links are created both outside an organization and inside one (invitations). */
interface LinkScope extends Pick<IdentityScope, "now" | "seal"> {
  db: Pick<TenantDb, "oneTimeToken">;
  enqueue(job: "mail.link", payload: JobPayload<"mail.link">): Promise<void>;
}

/**
 * Creates a one-time link and queues its email in the caller's transaction. The database stores only the hash of the
 * secret, and the job payload contains the sealed secret. A repeated job passes the same `secret`, so it creates no
 * second link.
 */
export async function issueLink(scope: LinkScope, request: LinkRequest, secret: string = newSecret()): Promise<void> {
  if (!(await storeLink(scope, secret, request))) return;
  await scope.enqueue("mail.link", {
    purpose: request.purpose,
    link: scope.seal(secret),
    ...(request.language && { language: request.language }),
  });
}

/**
 * Creates an invitation link that is not emailed, and returns its secret for staff to pass on. It opens only the portal
 * of this organization (readSession), and only while the address is unconfirmed (redeemLink).
 */
export async function createManualLink(
  scope: Pick<LinkScope, "now" | "db">,
  request: { userId: string; orgId: string },
): Promise<string> {
  const secret = HANDED_OUT + newSecret();
  await storeLink(scope, secret, { purpose: "invite", ...request });
  return secret;
}

/** Stores a link; returns false if the secret already has one. */
async function storeLink(scope: Pick<LinkScope, "now" | "db">, secret: string, request: LinkRequest) {
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
