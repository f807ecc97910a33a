import type { Prisma } from "#prisma";
import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { actingAffiliate, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { agreementOffer, LATEST_AGREEMENT, type AgreementOffer, type AgreementVersion } from "./agreement";
import { readPayerProfile } from "./payer.server";
import { payeeOf, readPayeeData, statusOf } from "./save-payee.server";

/** An agreement that is in force. */
export interface Agreement {
  version: AgreementVersion;
  acceptedAt: Date;
}

/** The agreement of an affiliate, and whether they are asked for one. */
export interface AgreementView {
  offer: AgreementOffer;
  /** The name of the organization in the text that is offered. */
  payer: string;
  /** The one in force; null if none was accepted, or if it was withdrawn. */
  accepted: AcceptedAgreement | null;
}

export interface AcceptedAgreement {
  version: AgreementVersion;
  /** ISO time. */
  acceptedAt: string;
  /** The language in which it was read. */
  language: string;
  /** The name of the organization in the text. */
  payer: string;
}

/** Of several accepted versions the latest is in force. A new version leaves the one before in force until then. */
const latestFirst = [
  { version: "desc" },
  { acceptedAt: "desc" },
] satisfies Prisma.SelfBillingAgreementOrderByWithRelationInput[];

/**
 * Returns the agreements to self-billing of these affiliates that are in force now, by id (PAY-04). None is unless the
 * organization is in Germany: elsewhere it issues no credit notes, whatever was accepted before it moved. Throws
 * `forbidden`.
 */
export async function agreementsOn(scope: Scope, affiliateIds: readonly string[]): Promise<Map<string, Agreement>> {
  requireStaff(scope);
  if (affiliateIds.length === 0 || (await readPayerProfile(scope)).record.country !== "DE") return new Map();
  const rows = await scope.db.selfBillingAgreement.findMany({
    where: { withdrawnAt: null, affiliateId: { in: [...affiliateIds] } },
    orderBy: latestFirst,
    select: { affiliateId: true, version: true, acceptedAt: true },
  });
  const latest = new Map<string, Agreement>();
  for (const { affiliateId, version, acceptedAt } of rows)
    if (!latest.has(affiliateId)) latest.set(affiliateId, { version: version as AgreementVersion, acceptedAt });
  return latest;
}

/** Reads the agreement of an affiliate, for staff and in the portal. Throws `forbidden`. */
export async function readAgreement(scope: Scope, affiliateId: string): Promise<AgreementView> {
  const id = payeeOf(scope, affiliateId);
  const { record } = await readPayerProfile(scope);
  const taxStatus = statusOf(await readPayeeData(scope, id), await scope.today());
  const row = await scope.db.selfBillingAgreement.findFirst({
    where: { withdrawnAt: null, affiliateId: id },
    orderBy: latestFirst,
    select: { version: true, acceptedAt: true, language: true, payer: true },
  });
  return {
    offer: agreementOffer(record.country, taxStatus),
    payer: record.legalName ?? (await scope.organization()).name,
    accepted: row && {
      ...row,
      version: row.version as AgreementVersion,
      acceptedAt: row.acceptedAt.toISOString(),
    },
  };
}

/**
 * Accepts the latest version of the agreement, by the affiliate alone: a member who views the portal may not, and the
 * policies of the table let no member write it. Accepting it twice changes nothing. Throws `agreement_outdated`,
 * `agreement_not_offered`, `forbidden`.
 */
export async function acceptAgreement(
  scope: Scope,
  { version, language }: { version: AgreementVersion; language: string },
): Promise<void> {
  const affiliateId = self(scope);
  const { offer, payer } = await readAgreement(scope, affiliateId);
  if (offer !== "open") throw new DomainError("agreement_not_offered");
  if (version !== LATEST_AGREEMENT) throw new DomainError("agreement_outdated");
  const id = timeOrderedId(scope.now.getTime());
  const { count } = await scope.db.selfBillingAgreement.createMany({
    data: { id, affiliateId, version, language, payer, acceptedAt: scope.now },
    skipDuplicates: true,
  });
  if (count === 0) return;
  await recordAudit(scope, {
    action: "agreement.accept",
    entity: "affiliate",
    entityId: affiliateId,
    data: { version, language },
  });
}

/**
 * Withdraws the agreement for the future, by the affiliate alone. Documents that were issued before stay valid. Returns
 * whether it was in force. Throws `forbidden`.
 */
export async function withdrawAgreement(scope: Scope): Promise<boolean> {
  const affiliateId = self(scope);
  const { count } = await scope.db.selfBillingAgreement.updateMany({
    where: { affiliateId, withdrawnAt: null },
    data: { withdrawnAt: scope.now },
  });
  if (count === 0) return false;
  await recordAudit(scope, { action: "agreement.withdraw", entity: "affiliate", entityId: affiliateId });
  return true;
}

/** Returns the acting affiliate. Throws `forbidden` for all others, also for a member who views the portal. */
function self(scope: Scope): string {
  if (scope.actor.kind === "affiliate" && scope.actor.viewedBy) throw new DomainError("forbidden");
  return actingAffiliate(scope);
}
