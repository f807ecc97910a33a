import { useTranslation } from "react-i18next";
import type { AuditRow } from "~/domain/audit/list-audit.server";
import type { EndReason } from "~/domain/deals/deal-end";
import { receiptOf } from "~/domain/files/receipt";
import type { Day } from "~/domain/shared/dates";
import { OWN_PARAMETER } from "~/domain/shared/lists";
import type { Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";
import "~/components/settings/settings-texts";
import "~/components/imports/import-texts";

type Entry = Pick<AuditRow, "action" | "data">;

/** Returns the detail line of an audit entry: amounts, rates, old and new values. Null when there is none. */
export function useAuditDetail() {
  const { t, i18n } = useTranslation(["settings", "affiliates", "exports", "imports", "notices"]);
  const { day, money, month, percent } = useFormat();

  const fieldName = (field: string) => {
    const key = `activity.fields.${field}`;
    return i18n.exists(key, { ns: "settings" }) ? t(key) : null;
  };
  const amountOf = (amount: unknown, currency: unknown) =>
    typeof amount === "number" && typeof currency === "string" ? money({ amount, currency }) : null;
  const monthOf = (period: unknown) => (typeof period === "string" ? month(period as Day) : null);
  const sums = (amounts: unknown) =>
    Array.isArray(amounts) ? amounts.map((one: Partial<Money>) => amountOf(one.amount, one.currency)) : [];
  const change = (name: string | null, before: unknown, after: unknown) =>
    name && t("activity.change", { name, before: String(before), after: String(after) });
  /** `own` are labels of own fields. */
  const changed = (fields: string[], own: unknown = null) => {
    const names = [...fields.map(fieldName), text(own)].filter((name) => name !== null);
    return names.length > 0 ? t("activity.changed", { fields: names.join(", ") }) : null;
  };

  const narrowing = (filter: string) => {
    const keys = [...new URLSearchParams(filter).keys()].map((key) => (OWN_PARAMETER.test(key) ? "own" : key));
    const names = [...new Set(keys)].map((name) => t(`exports:filters.${name}`));
    return names.length > 0 ? t("activity.filtered", { fields: names.join(", ") }) : null;
  };

  const receiptIn = (data: AuditRow["data"]) => {
    const receipt = receiptOf(text(data["receiptUrl"]));
    return receipt && ("url" in receipt ? hostOf(receipt.url) : t("activity.in_file"));
  };

  function parts({ action, data }: Entry): (string | null)[] {
    if (data.unreadable) return [t("activity.unreadable")];
    switch (action) {
      case "organization.edit":
        return fieldsBefore(data).map((field) => change(fieldName(field), data[`${field}_before`], data[field]));
      case "organization.set_reply_to":
        return [change(fieldName("reply_to"), data["reply_to_before"] ?? "–", data["reply_to"] ?? "–")];
      case "lead.edit":
        return [
          changed([...list(data["fields"]), ...("affiliate_to" in data ? ["affiliate"] : [])], data["own_fields"]),
        ];
      case "deal.edit":
        return [changed(fieldsBefore(data), data["own_fields"])];
      case "field.edit":
        return [
          "label_before" in data ? change(fieldName("name"), data["label_before"], data["label_after"]) : null,
          text(data["choices"]),
        ];
      case "deal.end":
        return [
          typeof data["day"] === "string" ? day(data["day"] as Day) : null,
          t(`notices:end_reasons.${String(data["reason"]) as EndReason}`),
          text(data["note"]),
          ...sums(data["amounts"]),
        ];
      case "deal.regenerate":
        return [changed(["payments"])];
      case "affiliate.edit": {
        const status = (value: unknown) => t(`affiliates:status.${String(value)}`);
        return [
          changed(list(data["fields"])),
          "status_before" in data ? `${status(data["status_before"])} → ${status(data["status"])}` : null,
        ];
      }
      case "terms.save":
        return [
          typeof data["rev_share_bp"] === "number"
            ? t("activity.per", { percent: percent(data["rev_share_bp"]) })
            : null,
          amountOf(data["fixed_amount"], data["currency"]),
          data["tiers"] ? t("activity.tiers") : null,
        ];
      case "webhook.save":
        return [webhookHost(data) ?? t("activity.off"), text(data["events"] ?? data["event"])];
      case "webhook.disable":
        return [webhookHost(data)];
      case "webhook.send_again":
        return [t("activity.deliveries", { count: Number(data["deliveries"]) })];
      case "member.leave":
      case "member.remove":
        return [
          Number(data["leads"]) > 0
            ? t(data["responsible_to"] ? "activity.handed_over" : "activity.released", { count: Number(data["leads"]) })
            : null,
          Number(data["api_keys"]) > 0 ? t("activity.keys_stay", { count: Number(data["api_keys"]) }) : null,
        ];
      case "payer.set_account":
        return [text(data["account"])];
      case "receipt.set":
      case "receipt.change":
        return [receiptIn(data)];
      case "file.upload":
      case "file.delete":
        return [text(data["name"])];
      case "commissions.generate":
      case "deal.generate":
        return [t("activity.created", { count: Number(data["created"]) })];
      case "commissions.pay":
      case "commissions.undo":
        return [...sums(data["amounts"]), receiptIn(data)];
      case "leads.qualified":
      case "leads.lost":
      case "leads.give":
      case "leads.undo":
        return [t("activity.leads", { count: Number(data["count"]) })];
      case "receipts.set":
      case "receipts.undo":
        return [t("activity.transactions", { count: Number(data["count"]) })];
      case "affiliates.activate":
      case "affiliates.deactivate":
      case "affiliates.terms":
      case "affiliates.undo":
        return [t("activity.affiliates", { count: Number(data["count"]) })];
      case "list.export":
        return [t(`exports:lists.${String(data["list"])}`), narrowing(String(data["filter"]))];
      case "list.import":
        return [
          t(`exports:lists.${String(data["list"])}`),
          t(
            data["list"] === "customer-payments" ? "activity.imported_payments" : "activity.imported",
            data as Record<string, number>,
          ),
          data["cancelled"] ? t("imports:status.cancelled") : null,
        ];
      case "list.undo_import":
        return [
          t(`exports:lists.${String(data["list"])}`),
          t("activity.import_undone", data as Record<string, number>),
        ];
      case "commission.reverse":
      case "deal.reverse":
        return [
          monthOf(data["period"]),
          amountOf(data["amount"], data["currency"]),
          t("activity.reason", { reason: String(data["reason"]) }),
        ];
      default:
        return [monthOf(data["period"]), amountOf(data["amount"], data["currency"])];
    }
  }

  return (entry: Entry): string | null => parts(entry).filter(Boolean).join(" · ") || null;
}

const list = (value: unknown) => (typeof value === "string" ? value.split(", ") : []);
const text = (value: unknown) => (typeof value === "string" ? value : null);
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : null);

/** Returns the host of a webhook's URL; entries of older versions hold the whole URL. */
const webhookHost = (data: AuditRow["data"]) => hostOf(String(data["origin"] ?? data["url"]));

/** Returns the names of the fields whose earlier values were stored. */
function fieldsBefore(data: AuditRow["data"]): string[] {
  const fields = Object.keys(data).filter((key) => key.endsWith("_before"));
  return fields.map((key) => key.replace(/_before$/, ""));
}
