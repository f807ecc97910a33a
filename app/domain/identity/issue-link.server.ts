import type { TenantDb } from "~/platform/db/tenant-db.server";
import type { JobPayload } from "~/platform/jobs/catalogue";
import type { IdentityScope } from "../shared/scope";
import { HANDED_OUT, LINK_LIFETIME_MS, type LinkPurpose } from "./one-time-link";
import { hashSecret, newSecret } from "./secret.server";

export interface LinkRequest {
  purpose: LinkPurpose;
  userId: string;
  /** Takes effect when the link is used: what a sign-up asked for. */
  signUp?: { name: string; passwordHash: string };
  /** Invitation or portal sign-in: the organisation whose portal opens. */
  orgId?: string;
  /** A path of this site that was asked for before; using the link leads there. */
  redirectTo?: string;
  /** Language of the mail when the receiver has not chosen one. */
  language?: string;
  /** Named in an invitation. */
  organization?: string;
}

/** Links are made both before an organisation is known and inside one (invitations). */
interface LinkScope extends Pick<IdentityScope, "now" | "seal"> {
  db: Pick<TenantDb, "oneTimeToken">;
  enqueue(job: "mail.link", payload: JobPayload<"mail.link">): Promise<void>;
}

/**
 * Makes a one-time link and queues the mail that carries it, in the caller's transaction. The database keeps only the
 * hash of the secret; on its way through the job queue the secret is sealed.
 */
export async function issueLink(scope: LinkScope, request: LinkRequest): Promise<void> {
  const secret = newSecret();
  await keepLink(scope, secret, request);
  await scope.enqueue("mail.link", {
    purpose: request.purpose,
    user_id: request.userId,
    link: scope.seal(secret),
    ...(request.language && { language: request.language }),
    ...(request.organization && { organization: request.organization }),
  });
}

/**
 * Makes an invitation's link that no mail carries and returns its secret, for staff to hand on. It opens the portal of
 * this organisation and nothing else (readSession), and only as long as nobody has confirmed the address (redeemLink).
 */
export async function handOutLink(
  scope: Pick<LinkScope, "now" | "db">,
  request: { userId: string; orgId: string },
): Promise<string> {
  const secret = HANDED_OUT + newSecret();
  await keepLink(scope, secret, { purpose: "invite", ...request });
  return secret;
}

async function keepLink(scope: Pick<LinkScope, "now" | "db">, secret: string, request: LinkRequest) {
  await scope.db.oneTimeToken.create({
    data: {
      tokenHash: hashSecret(secret),
      purpose: request.purpose,
      userId: request.userId,
      name: request.signUp?.name ?? null,
      passwordHash: request.signUp?.passwordHash ?? null,
      orgId: request.orgId ?? null,
      redirectTo: request.redirectTo ?? null,
      createdAt: scope.now,
      expiresAt: new Date(scope.now.getTime() + LINK_LIFETIME_MS),
    },
  });
}
