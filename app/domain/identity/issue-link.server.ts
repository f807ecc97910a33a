import type { TenantDb } from "~/platform/db/tenant-db.server";
import type { JobPayload } from "~/platform/jobs/catalogue";
import type { IdentityScope } from "../shared/scope";
import { LINK_LIFETIME_MS, type LinkPurpose } from "./one-time-link";
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
  await scope.enqueue("mail.link", {
    purpose: request.purpose,
    user_id: request.userId,
    link: scope.seal(secret),
    ...(request.language && { language: request.language }),
    ...(request.organization && { organization: request.organization }),
  });
}
