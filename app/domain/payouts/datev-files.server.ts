import { createHash } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { writeDatevBookings, writeDatevCreditors } from "../documents/datev";
import type { DatevFileKind } from "../documents/datev.schema";
import { planDatev, type DatevPlan, type DatevProblem } from "../documents/datev-plan";
import type { DatevSettings } from "../documents/datev-settings";
import { readFiles } from "../files/read-file.server";
import type { StoredFile } from "../files/file";
import { dateFromDay, todayIn } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { isWithin, type Period } from "../shared/period";
import { requireProof, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readDatevAffiliates, readDatevDocuments, readDatevPayouts } from "./datev-facts.server";
import { readDatevSettings } from "./datev-settings.server";

export interface DatevPreview extends DatevPlan {
  settings: DatevSettings | null;
}

/** Returns the bookings of a period for DATEV (PAY-14), and what prevents or misses the file. Throws `forbidden`. */
export async function previewDatev(scope: Scope, period: Period): Promise<DatevPreview> {
  requireStaff(scope);
  const settings = await readDatevSettings(scope);
  const documents = await readDatevDocuments(scope, period);
  const payouts = await readDatevPayouts(scope, period);
  const ids = [...documents, ...payouts].map(({ affiliateId }) => affiliateId);
  const affiliates = await readDatevAffiliates(scope, ids);
  return { settings, ...planDatev({ documents, payouts, affiliates, settings, period }) };
}

/** Throws the first problem. */
function rejectProblem([problem]: readonly DatevProblem[]): void {
  switch (problem?.code) {
    case undefined:
      return;
    case "datev_settings_missing":
      throw new DomainError(problem.code);
    case "datev_creditor_missing":
      throw new DomainError(problem.code, problem.params);
    case "datev_creditor_length":
      throw new DomainError(problem.code, problem.params);
    case "datev_character":
      throw new DomainError(problem.code, problem.params);
    case "datev_reference":
      throw new DomainError(problem.code, problem.params);
    default:
      problem satisfies never;
  }
}

/** A file for the tax adviser. */
export interface DatevFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Writes the bookings or creditors of a period within one fiscal year, and records the download. Throws the codes of
 * `DatevProblem` with the name of the affiliate or document, what `writeDatevBookings` throws, `forbidden`.
 */
export async function loadDatevFile(
  scope: Scope,
  { kind, period }: { kind: Exclude<DatevFileKind, "documents">; period: Period },
): Promise<DatevFile> {
  const { settings, entries, creditors, problems } = await previewDatev(scope, period);
  rejectProblem(problems);
  if (!settings) throw new DomainError("datev_settings_missing");
  const file = { settings, period, stamp: await stampOf(scope) };
  const isBookings = kind === "bookings";
  const bytes = isBookings ? writeDatevBookings(file, entries) : writeDatevCreditors(file, creditors);
  const count = isBookings ? entries.length : creditors.length;
  await recordDownload(scope, { kind, period, count, sha256: createHash("sha256").update(bytes).digest("hex") });
  const days = `${period.from}_${period.to}`.replaceAll("-", "");
  return { name: `EXTF_${isBookings ? "Buchungsstapel" : "DebKred_Stamm"}_${days}.csv`, bytes };
}

/** A document of the ZIP. */
export interface DatevPdf {
  /** Without a folder, because DATEV takes none. */
  name: string;
  /** The file of a statement, or the id of a credit note. */
  source: { file: StoredFile } | { documentId: string };
}

/**
 * Returns the PDFs of the statements and credit notes that were issued in a period, named by number, and records the
 * download. Throws `datev_empty`, `datev_files_pending` (a job still makes one), `proof_required` (credit notes have
 * account numbers), `forbidden`.
 */
export async function loadDatevPdfs(scope: Scope, period: Period): Promise<DatevPdf[]> {
  requireStaff(scope);
  const issued = (await readDatevPayouts(scope, period)).filter(({ issuedOn }) => isWithin(issuedOn, period));
  if (issued.length === 0) throw new DomainError("datev_empty");
  const rows = await scope.db.payout.findMany({
    where: { id: { in: issued.map(({ payoutId }) => payoutId) } },
    orderBy: { number: "asc" },
    select: { number: true, fileId: true },
  });
  const files = await readFiles(
    scope,
    rows.flatMap(({ fileId }) => fileId ?? []),
  );
  const pdfs = rows.map(({ number, fileId }): DatevPdf => {
    const file = files.get(fileId ?? "");
    if (!file) throw new DomainError("datev_files_pending");
    return { name: `${number}.pdf`, source: { file } };
  });
  const documents = await scope.db.document.findMany({
    where: { issuedOn: { gte: dateFromDay(period.from), lte: dateFromDay(period.to) } },
    orderBy: { number: "asc" },
    select: { id: true, number: true, files: { select: { pdfSize: true } } },
  });
  if (documents.length > 0) requireProof(scope, "document.load");
  if (documents.some(({ files: made }) => made.length === 0)) throw new DomainError("datev_files_pending");
  pdfs.push(...documents.map(({ id, number }) => ({ name: `${number}.pdf`, source: { documentId: id } })));
  await recordDownload(scope, { kind: "documents", period, count: pdfs.length });
  return pdfs;
}

/** The time of day with milliseconds, in the organization's time zone: "20261128093015000". */
async function stampOf(scope: Scope): Promise<string> {
  const { timeZone } = await scope.organization();
  const time = scope.now.toLocaleTimeString("en-GB", { timeZone, hour12: false }).replaceAll(":", "");
  const milliseconds = String(scope.now.getMilliseconds()).padStart(3, "0");
  return `${todayIn(timeZone, scope.now).replaceAll("-", "")}${time}${milliseconds}`;
}

type Download = { kind: DatevFileKind; period: Period; count: number; sha256?: string };

async function recordDownload(scope: Scope, { kind, period, ...data }: Download): Promise<void> {
  await recordAudit(scope, {
    action: "datev.load",
    entity: "organization",
    entityId: scope.orgId,
    data: { file: kind, from: period.from, to: period.to, ...data },
  });
}
