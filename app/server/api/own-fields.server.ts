import { z } from "zod";
import type { OwnEntity, OwnField } from "~/domain/fields/own-field";
import type { OwnFilter } from "~/domain/fields/own-filter";
import { EXACT, ownFilterProblems } from "~/domain/fields/own-matches.server";
import { ownSchema, type OwnValue, type OwnValues } from "~/domain/fields/own-value";
import { readOwnData } from "~/domain/fields/own-values.server";
import { readOwnFields } from "~/domain/fields/read-own-fields.server";
import { cut } from "~/domain/shared/damaged";
import { OWN_PARAMETER } from "~/domain/shared/lists";
import type { Scope } from "~/domain/shared/scope";
import { ApiProblem, type PartProblem } from "./problem.server";
import { OWN_FILTERS } from "./operation";
import { sentAs } from "./schema-of.server";
import { asTyped, money, moneyOf } from "./shapes.server";
import { about } from "./texts.server";

// Own fields in the API: by their keys, which labels do not change. Numbers and amounts are decimal texts.

const value = z.union([z.string(), z.boolean(), money]).nullable();

/** The values in a response, of all fields in use. */
export const ownAnswer = z.record(z.string(), value).describe(about("own_fields"));

const sentValue = z.union([z.string(), z.boolean(), z.strictObject(money.shape)]).nullable();

/** The values in a request. Each is checked by its definition ({@link sentOwnValues}). */
export const ownSent = z.record(z.string(), sentValue).optional().describe(about("own_fields_sent"));

const MAX_ENTRY = 100;

/** The parameters of a list that filter by own fields, as on its screen. */
export const ownFilterParameters = {
  [OWN_FILTERS]: z
    .record(z.string(), z.string().max(MAX_ENTRY, `too_long|{"max":${MAX_ENTRY}}`))
    .default({})
    .describe(about("own_filters"))
    .meta(
      sentAs({
        type: "object",
        propertyNames: { pattern: OWN_PARAMETER.source },
        additionalProperties: { type: "string", maxLength: MAX_ENTRY },
      }),
    ),
};

/**
 * Returns the filter by own fields of a request. Numbers have a point before their decimals. Throws `invalid` for
 * parameters that name no field of the records, and for entries that cannot be read.
 */
export async function sentOwnFilter(
  scope: Scope,
  entity: OwnEntity,
  { [OWN_FILTERS]: own }: { [OWN_FILTERS]: OwnFilter },
): Promise<{ own: OwnFilter; locale: string }> {
  const problems = await ownFilterProblems(scope, entity, own, EXACT);
  if (problems.length > 0)
    throw new ApiProblem(
      "invalid",
      problems.map(({ parameter, code }) => ({ parameter, message: code })),
    );
  return { own, locale: EXACT };
}

/** Rejects keys that name no own field of the records. Throws `invalid` with a pointer to each. */
export async function requireOwnKeys(scope: Scope, entity: OwnEntity, sent: object): Promise<void> {
  const names = Object.keys(sent);
  if (names.length === 0) return;
  const problems = unknownKeys(names, await readOwnFields(scope, entity));
  if (problems.length > 0) throw new ApiProblem("invalid", problems);
}

const problemAt = (key: string, message: string): PartProblem => ({
  pointer: `/fields/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
  message,
});

const unknownKeys = (names: string[], fields: readonly OwnField[]): PartProblem[] =>
  names.flatMap((name) =>
    fields.some(({ key }) => key === name) ? [] : problemAt(cut(name, MAX_ENTRY), "unknown_name"),
  );

type Sent = z.output<typeof ownSent>;

/** Returns values as the API writes them. */
export const ownAnswered = (values: OwnValues): z.output<typeof ownAnswer> =>
  Object.fromEntries(Object.entries(values).map(([key, one]) => [key, one === null ? null : shown(one)]));

function shown(one: OwnValue) {
  if (typeof one !== "object") return one;
  if ("number" in one) return one.number;
  if ("day" in one) return one.day;
  return "option" in one ? one.option : moneyOf(one);
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Checks the values of a request by the definitions. Unknown keys are rejected.
 *
 * @param id the record to change, whose other values stay; null for a new one, which needs all required values.
 * Throws `invalid` with a pointer to each value.
 */
export async function sentOwnValues(
  scope: Scope,
  entity: OwnEntity,
  id: string | null,
  sent: Sent,
): Promise<OwnValues | undefined> {
  if (!sent && id !== null) return undefined;
  const { fields, values: stored } = await readOwnData(scope, entity, id);
  const given = sent ?? {};
  const problems = unknownKeys(Object.keys(given), fields);
  const values: Record<string, OwnValue | null> = {};
  for (const field of fields) {
    const { key, kind, currency } = field;
    if (id !== null && !(key in given)) continue;
    const entry = entryOf(given[key] ?? null, kind === "yes_no");
    if (entry === undefined) {
      problems.push(problemAt(key, "wrong_type"));
      continue;
    }
    if (kind === "amount" && entry !== null && (entry.currency !== currency || !DECIMAL.test(entry.text))) {
      problems.push(problemAt(key, entry.currency === currency ? "decimal_invalid" : "own_amount_invalid"));
      continue;
    }
    const text = entry && (kind === "amount" ? asAmount(entry.text) : entry.text);
    const isMoney = entry?.currency !== undefined;
    const read = ownSchema(field, { isExact: true, stored }).safeParse(text);
    if (isMoney !== (kind === "amount") && entry) problems.push(problemAt(key, "wrong_type"));
    else if (read.success) values[key] = read.data;
    else problems.push(...read.error.issues.map(({ message }) => problemAt(key, message)));
  }
  if (problems.length > 0) throw new ApiProblem("invalid", problems);
  return values;
}

/** Returns a value as the text of a form; undefined for a value of the wrong type. */
function entryOf(
  sent: Sent extends infer S ? (S extends Record<string, infer V> ? V : never) : never,
  isYesNo: boolean,
) {
  if (sent === null) return null;
  if (typeof sent === "boolean") return isYesNo ? { text: sent ? "yes" : "no", currency: undefined } : undefined;
  if (isYesNo) return undefined;
  return typeof sent === "string"
    ? { text: sent, currency: undefined }
    : { text: sent.amount, currency: sent.currency };
}

/** A point before three digits would group thousands without a leading zero. */
const asAmount = (text: string) => (text.startsWith("-") ? `-${asTyped(text.slice(1))}` : asTyped(text));
