import type { TFunction } from "i18next";
import type { OwnEntity, OwnField } from "~/domain/fields/own-field";
import type { OwnValue, OwnValues } from "~/domain/fields/own-value";
import { readOwnFields } from "~/domain/fields/read-own-fields.server";
import { toDecimal } from "~/domain/shared/money";
import type { Scope } from "~/domain/shared/scope";
import type { OwnColumn } from "./export-file.server";

type Row = { own: OwnValues };

/** Returns a column per own field, in their order. An amount is decimal, and its currency is in the title. */
export async function ownColumns(scope: Scope, entity: OwnEntity, t: TFunction): Promise<OwnColumn<Row>[]> {
  const fields = await readOwnFields(scope, entity);
  return fields.map((field) => {
    const { key, kind, label, currency } = field;
    return {
      name: key,
      title: currency === null ? label : `${label} (${currency})`,
      kind: kind === "day" ? "day" : kind === "number" || kind === "amount" ? "number" : "text",
      of: ({ own }) => {
        const value = own[key] ?? null;
        return value === null ? null : cellOf(field, value, t);
      },
    };
  });
}

function cellOf({ options }: OwnField, value: OwnValue, t: TFunction): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return t(`exports:${value ? "yes" : "no"}`);
  if ("number" in value) return value.number;
  if ("day" in value) return value.day;
  if ("option" in value) return options.find(({ key }) => key === value.option)?.label ?? value.option;
  return toDecimal(value.amount, value.currency);
}
