import {
  affiliateColumns,
  affiliateHavings,
  affiliateStatuses,
  signedInFilters,
  termsFilters,
} from "~/domain/affiliates/affiliate";
import { invitationStates } from "~/domain/affiliates/invitation";
import { listAffiliates, type AffiliateRow } from "~/domain/reports/list-affiliates.server";
import { todayIn } from "~/domain/shared/dates";
import { displayEmail } from "~/domain/shared/erased";
import { toDecimal, type Money } from "~/domain/shared/money";
import type { StandardRules } from "~/domain/terms/term";
import { invitationParam } from "~/paths/affiliate-view";
import { affiliateListParams } from "../list-params.server";
import { count, day, sortedBy, text, word } from "./columns.server";
import { eachOfPage, ROWS_AT_ONCE } from "./csv-pieces.server";
import type { ExportList } from "./export-file.server";

/** Sums of several currencies in one cell, because a column of numbers has one currency. */
const sumsOf = (sums: readonly Money[]): string =>
  sums.map(({ amount, currency }) => `${toDecimal(amount, currency)} ${currency}`).join(" + ");

/** The percentage or the fixed amount of terms, of tiers all percentages. */
function termsText({ revShareBp, fixedAmount, tiers, currency }: StandardRules): string {
  const percent = (basisPoints: number) => `${basisPoints / 100} %`;
  if (tiers) return tiers.map(({ rateBp }) => percent(rateBp)).join(" / ");
  return fixedAmount === null ? percent(revShareBp ?? 0) : `${toDecimal(fixedAmount, currency)} ${currency}`;
}

type DatedAffiliate = AffiliateRow & { timeZone: string };

/** The affiliates as their list is filtered, with what they have brought and earned. */
export const affiliates: ExportList<DatedAffiliate> = {
  narrowedBy: {
    q: "text",
    status: [...affiliateStatuses, ...invitationStates.map(invitationParam)],
    terms: termsFilters,
    having: affiliateHavings,
    signed_in: signedInFilters,
    sort: sortedBy(affiliateColumns),
  },
  columns: (t) => [
    text("affiliate", ({ name }) => name),
    text("email", ({ email }) => displayEmail(email)),
    word(
      "status",
      ({ status }: DatedAffiliate) => status,
      (status) => t(`affiliates:status.${status}`),
    ),
    day("added_on", ({ createdAt, timeZone }) => todayIn(timeZone, new Date(createdAt))),
    day("invited_on", ({ invited, timeZone }) => invited && todayIn(timeZone, new Date(invited.sentAt))),
    word(
      "terms",
      ({ terms }: DatedAffiliate) => (terms ? "yes" : "no"),
      (answer) => t(`exports:${answer}`),
    ),
    text("terms_in_words", ({ terms }) => terms && termsText(terms)),
    count("leads_brought", ({ leads }) => leads),
    count("deals_won", ({ won }) => won),
    text("due_sums", ({ due }) => sumsOf(due)),
    text("paid_sums", ({ paid }) => sumsOf(paid)),
    day("signed_in_on", ({ signedInAt, timeZone }) =>
      signedInAt === null ? null : todayIn(timeZone, new Date(signedInAt)),
    ),
    text("affiliate_id", ({ id }) => id),
  ],
  async open(scope, params) {
    const { order, ...filter } = affiliateListParams(params);
    const { timeZone } = await scope.organization();
    return (later, cursor) =>
      eachOfPage(async () => {
        const page = await listAffiliates(later, filter, order, cursor, ROWS_AT_ONCE);
        return { ...page, rows: page.rows.map((row) => ({ ...row, timeZone })) };
      });
  },
};
