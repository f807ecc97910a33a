import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import type { AnyField } from "~/components/forms/field-meta";
import { MoneyField } from "~/components/forms/money-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { parseDay, type Day } from "~/domain/shared/dates";
import { toInputValue } from "~/domain/shared/read-amount";
import {
  cadences,
  dueWhens,
  MAX_HOLDING_DAYS,
  modelOf,
  termCurrencies,
  termModels,
  usualTermCurrency,
  type StandardRules,
  type TermField,
} from "~/domain/terms/term";
import { MAX_TIERS, tierFields } from "~/domain/terms/tiers";
import { useNumberLocale } from "~/browser/use-format";
import { fieldsOf, type rowsOf } from "./tier-rows";
import { TiersField } from "./tiers-field";

type TermsFieldsProps = {
  fields: Record<FieldName, AnyField>;
  labels: ReturnType<typeof useFieldLabels>;
  initial: ReturnType<typeof rowsOf>;
  /** What the form contains now. */
  typed: Readonly<Record<string, unknown>>;
  today: Day;
  focusLast: boolean;
  /** False for terms that begin on the day on which an affiliate is added. */
  hasStart: boolean;
};

export function TermsFields({ fields, labels, initial, typed, today, focusLast, hasStart }: TermsFieldsProps) {
  const { t } = useTranslation("affiliates");
  const startsLater = (parseDay(String(typed["start_date"] ?? "")) ?? today) > today;
  const currency = String(typed["currency"] ?? "EUR");
  const model = String(typed["model"]);
  return (
    <>
      <RadioCardsField
        field={fields.model}
        label={t("terms.model")}
        options={termModels.map((value) => ({
          value,
          label: t(`terms:model.${value}`),
          description: t(`terms.model_help.${value}`),
        }))}
        className="[&>div]:grid-cols-1 [&>div]:sm:grid-cols-2"
      />
      <TiersField
        fields={fields}
        initial={initial}
        currency={currency}
        required={model === "tiered"}
        focusLast={focusLast}
        className="min-w-0 group-has-[[value=both]:checked]/terms:hidden group-has-[[value=fixed]:checked]/terms:hidden group-has-[[value=rev\_share]:checked]/terms:hidden noscript:block!"
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <MoneyField
          field={fields.rev_share_percent}
          required={["rev_share", "both"].includes(model)}
          label={labels["rev_share_percent"]!}
          suffix="%"
          className="group-has-[[value=fixed]:checked]/terms:hidden group-has-[[value=tiered]:checked]/terms:hidden noscript:block!"
        />
        <MoneyField
          field={fields.fixed_amount}
          required={["fixed", "both"].includes(model)}
          label={labels["fixed_amount"]!}
          suffix={currency}
          className="group-has-[[value=rev\_share]:checked]/terms:hidden group-has-[[value=tiered]:checked]/terms:hidden noscript:block!"
        />
        <SelectField
          field={fields.currency}
          label={labels["currency"]!}
          options={termCurrencies.map((value) => ({ value, label: value }))}
        />
        <SelectField
          field={fields.cadence}
          label={labels["cadence"]!}
          options={cadences.map((value) => ({ value, label: t(`terms:cadence.${value}`) }))}
        />
        <SelectField
          field={fields.due_when}
          label={labels["due_when"]!}
          options={dueWhens.map((value) => ({ value, label: t(`terms:due_when.${value}`) }))}
        />
        <TextField
          field={fields.holding_days}
          label={labels["holding_days"]!}
          inputMode="numeric"
          help={t("terms.holding_days_help", { max: MAX_HOLDING_DAYS })}
        />
        {hasStart && (
          <div className="space-y-1.5">
            <DateField
              field={fields.start_date}
              required
              label={labels["start_date"]!}
              min={today}
              help={startsLater ? t("terms.starts_later") : undefined}
            />
            {/* The explanation needs JavaScript, because it follows the user's input. */}
            {!startsLater && <p className="hidden text-xs text-muted noscript:block">{t("terms.starts_later")}</p>}
          </div>
        )}
      </div>
    </>
  );
}

export type FieldName = Exclude<TermField, "tiers"> | "affiliate_id" | "version";

/** Returns the labels of the form's fields, including the rows of tiers. */
export function useFieldLabels(): Readonly<Record<TermField, string> & Record<string, string>> {
  const { t } = useTranslation(["affiliates", "terms"]);
  const rows = Array.from({ length: MAX_TIERS }, (_, index) => index + 1).flatMap((row) => {
    const [from, rate] = tierFields(row);
    return [
      [from, t("terms:tiers.from_row", { row })],
      [rate, t("terms:tiers.rate_row", { row })],
    ] as const;
  });
  const named: Record<TermField, string> = {
    model: t("terms.model"),
    rev_share_percent: t("terms.rev_share_percent"),
    fixed_amount: t("terms.fixed_amount"),
    tiers: t("terms:tiers.label"),
    currency: t("terms.currency"),
    cadence: t("terms.cadence"),
    due_when: t("terms.due_when"),
    holding_days: t("terms.holding_days"),
    start_date: t("terms.start_date"),
  };
  return { ...Object.fromEntries(rows), ...named };
}

/**
 * Returns the initial values of the form: the active terms, starting today at the earliest, or the defaults of AFF-07.
 * The defaults use the organization's currency if terms can have it.
 */
export function useTermDefaults(
  active: (StandardRules & { startDate?: Day }) | undefined | null,
  today: Day,
  defaultCurrency: string,
): Record<string, string> {
  const locale = useNumberLocale();
  const blank = { from: "", rate: "" };
  if (!active) {
    const currency = usualTermCurrency(defaultCurrency);
    const due = { due_when: "period", holding_days: "0" };
    const begin = { model: "rev_share", cadence: "ad-hoc", currency, ...due, start_date: today };
    return { ...begin, ...fieldsOf([{ from: "0", rate: "" }, blank]) };
  }
  const typed = (amount: number, code: string) => toInputValue(amount, code, locale);
  // Basis points have two decimals, as cents do. Trailing zeros are removed.
  const percent = (basisPoints: number) => typed(basisPoints, "EUR").replace(/[.,]?0+$/, "");
  const { revShareBp, fixedAmount, currency, tiers } = active;
  const rows = tiers?.map(({ from, rateBp }) => ({
    from: from === 0 ? "0" : typed(from, currency),
    rate: percent(rateBp),
  }));
  return {
    model: modelOf(active),
    cadence: active.cadence,
    currency,
    due_when: active.dueWhen,
    holding_days: String(active.holdingDays),
    start_date: active.startDate && active.startDate > today ? active.startDate : today,
    ...(revShareBp !== null && { rev_share_percent: percent(revShareBp) }),
    ...(fixedAmount !== null && { fixed_amount: typed(fixedAmount, currency) }),
    ...fieldsOf(rows ?? [{ from: "0", rate: "" }, blank]),
  };
}
