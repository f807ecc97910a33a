import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readPayer, setWiseTitles } from "./payer.server";
import { firstLineOf, readWiseTemplate, type WiseTemplate } from "./wise-csv";

/** The organization's template of Wise, as its page shows it. */
export interface WiseTemplateView {
  /** Its first line, as uploaded. */
  titles: string;
  /** Titles of columns that stay empty. */
  unknown: string[];
}

const viewOf = (titles: string, { columns }: WiseTemplate): WiseTemplateView => ({
  titles,
  unknown: columns.flatMap(({ title, value }) => (value ? [] : [title])),
});

/** Reads the organization's template of Wise; null if none was uploaded. Throws `forbidden`. */
export async function readStoredTemplate(scope: Scope): Promise<WiseTemplateView | null> {
  const { wiseTitles } = await readPayer(scope);
  return wiseTitles === null ? null : viewOf(wiseTitles, readWiseTemplate(wiseTitles));
}

/**
 * Stores the titles of a template of Wise in place of the ones before (PAY-11). `file` is the text of the file or its
 * first line. Throws `payout_template_broken`, `payout_template_missing`, `payout_template_unknown`, `forbidden`.
 */
export async function saveWiseTemplate(scope: Scope, file: string): Promise<WiseTemplateView> {
  requireStaff(scope);
  const titles = firstLineOf(file);
  const template = readWiseTemplate(titles);
  if (await setWiseTitles(scope, titles)) {
    await recordAudit(scope, {
      action: "payer.save",
      entity: "organization",
      entityId: scope.orgId,
      data: { fields: "wise_titles" },
    });
  }
  return viewOf(titles, template);
}

/** Returns the organization's template of Wise. Throws `payout_template_none`, `forbidden`. */
export async function requireWiseTemplate(scope: Scope): Promise<WiseTemplate> {
  const { wiseTitles } = await readPayer(scope);
  if (wiseTitles === null) throw new DomainError("payout_template_none");
  return readWiseTemplate(wiseTitles);
}
