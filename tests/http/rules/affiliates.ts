import { long, type Rule } from "./rule";
import type { RulesWorld } from "./world";

/** Rules of an affiliate's name, email and status, and of deleting an affiliate with deals. */
export function affiliateRules(world: RulesWorld): Rule[] {
  const { affiliate, emails } = world.own;
  const edit = `/affiliates/${affiliate}/edit`;
  const rules = (path: string, more: Record<string, string>): Rule[] => {
    const right = { name: "Pia", email: "pia@partner.example", ...more };
    return [
      { path, form: { ...right, name: " " }, says: ["errors:name_required"], de: ["Name ist erforderlich"] },
      {
        path,
        form: { ...right, name: long(101) },
        says: ["errors:name_too_long"],
        de: ["Name darf maximal 100 Zeichen lang sein"],
      },
      {
        path,
        form: { ...right, email: "" },
        says: ["errors:email_required"],
        de: ["E-Mail ist erforderlich"],
      },
      {
        path,
        form: { ...right, email: "pia@partner" },
        says: ["errors:email_invalid"],
        de: ["Ungültige E-Mail-Adresse"],
      },
      {
        path,
        form: { ...right, email: ` ${emails.other.toUpperCase()} ` },
        says: ["errors:affiliate_email_taken"],
      },
    ];
  };
  return [
    ...rules("/affiliates/new", {}),
    ...rules(edit, { status: "active" }),
    {
      path: edit,
      form: { name: "Pia", email: emails.affiliate, status: "deleted" },
      says: ["errors:status_invalid"],
    },
    {
      path: `/affiliates/${affiliate}/delete`,
      form: { intent: "delete" },
      says: ["errors:affiliate_has_deals"],
      toast: true,
    },
  ];
}

/** Rules of the terms' fields. */
export function termsRules(world: RulesWorld): Rule[] {
  const path = `/affiliates/${world.own.affiliate}/terms`;
  const common = { intent: "save", cadence: "monthly", currency: "EUR", start_date: world.today };
  const share = (rev_share_percent: string) => ({ ...common, model: "rev_share", rev_share_percent });
  const fixed = (fixed_amount: string) => ({ ...common, model: "fixed", fixed_amount });
  const tiers = (...rows: [from: string, rate: string][]) => ({
    ...common,
    model: "tiered",
    ...Object.fromEntries(
      rows.flatMap(([from, rate], row) => [
        [`tier_from_${row + 1}`, from],
        [`tier_rate_${row + 1}`, rate],
      ]),
    ),
  });
  const range = { says: ["errors:rev_share_range"], de: ["Revenue Share muss zwischen 0 und 100% liegen"] };
  const positive = { says: ["errors:fixed_amount_positive"], de: ["Fixbetrag muss größer als 0 sein"] };
  const shareRequired = { says: ["errors:rev_share_required"], de: ["Revenue Share ist erforderlich"] };
  const fixedRequired = { says: ["errors:fixed_amount_required"], de: ["Fixbetrag ist erforderlich"] };
  const both = { ...common, model: "both" };
  return [
    { path, form: share(""), ...shareRequired },
    { path, form: share("100,1"), ...range },
    { path, form: share("101"), ...range },
    { path, form: share("-1"), ...range },
    { path, form: share("ten"), ...range },
    { path, form: share("12.55"), says: ["errors:rev_share_step"] },
    { path, form: fixed(""), ...fixedRequired },
    { path, form: fixed("0"), ...positive },
    { path, form: fixed("-5"), says: ["errors:fixed_amount_positive"] },
    { path, form: fixed("many"), says: ["errors:amount_invalid"] },
    {
      path,
      form: both,
      says: [...shareRequired.says, ...fixedRequired.says],
      de: [...shareRequired.de, ...fixedRequired.de],
    },
    { path, form: { ...share("10"), start_date: world.yesterday }, says: ["errors:start_date_past"] },
    { path, form: { ...share("10"), start_date: "9999-12-31" }, says: ["errors:start_date_far"] },
    { path, form: { ...share("10"), start_date: "" }, says: ["errors:start_date_required"] },
    { path, form: { ...share("10"), start_date: "2027-02-30" }, says: ["errors:date_invalid"] },
    { path, form: { ...share("10"), currency: "GBP" }, says: ["errors:currency_required"] },
    { path, form: { ...share("10"), cadence: "weekly" }, says: ["errors:cadence_required"] },
    { path, form: { ...share("10"), model: "gift" }, says: ["errors:model_required"] },
    { path, form: tiers(["100", "5"]), says: ["errors:tier_first_zero"] },
    { path, form: tiers(["0", ""]), says: ["errors:tier_rate_required"] },
    { path, form: tiers(["0", "101"]), says: ["errors:tier_rate_range"] },
    { path, form: tiers(["0", "5.55"]), says: ["errors:tier_rate_step"] },
    { path, form: tiers(["0", "5"], ["", "8"]), says: ["errors:tier_from_required"] },
    { path, form: tiers(["0", "5"], ["1000", "8"], ["1000", "9"]), says: ["errors:tier_from_ascending"] },
    { path, form: tiers(["0", "5"], ["", ""], ["1000", "9"]), says: ["errors:tier_row_empty"] },
  ];
}
