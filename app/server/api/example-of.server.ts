import type { Components, Json } from "./schema-of.server";

// Examples of responses, made from the schema. They use typical values of such fields.

const usual: Readonly<Record<string, unknown>> = {
  company_name: "Beta AG",
  contact_person: "Jonas Weber",
  email: "jonas.weber@beta.example",
  phone: "+49 30 1234567",
  notes: "Met at the fair",
  name: "Miriam Vogel",
  affiliate_name: "Miriam Vogel",
  "Organization.name": "Nordlicht Media GmbH",
  title: "Website",
  deal_title: "Website",
  currency: "EUR",
  default_currency: "EUR",
  commission_currency: "EUR",
  time_zone: "Europe/Berlin",
  reply_to: "partners@nordlicht-media.example",
  receipt_url: "https://files.example.com/receipts/2026-03.pdf",
  url: "https://app.example.com/files/Zm9v/file",
  "File.name": "receipt-2026-03.pdf",
  "File.size": 48123,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "Money.amount": "1200.00",
  commission_amount: 150,
  amount: 1200,
  worth: 1200,
  percentage: "12.50",
  rev_share_percent: "12.50",
  rate_percent: "12.50",
  next_cursor: null,
  previous_cursor: null,
  qualified_on: null,
  won_on: null,
  lost_on: null,
  mrr: null,
  contract_duration_months: null,
  contract_start_date: null,
  contract_end_date: null,
  payment_date: null,
  paid_on: null,
  fixed_amount: null,
  outweighed_percentage: null,
  tier: null,
  tiers: null,
};

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

/** Returns an example for a schema of the document. */
export function exampleOf(schema: Json, components: Components): unknown {
  return ofSchema(schema, components, "", "");
}

function ofSchema(schema: Schema, components: Components, record: string, name: string): unknown {
  const choices = schema.anyOf ?? [schema];
  const known = `${record}.${name}` in usual ? usual[`${record}.${name}`] : usual[name];
  if (known === null && choices.some(({ type }) => type === "null")) return null;
  const wanted = choices.find(({ type }) => type !== "null") ?? schema;
  if (wanted.$ref) {
    const part = wanted.$ref.split("/").at(-1)!;
    return ofSchema(components[part] as Schema, components, part, "");
  }
  if (wanted.const !== undefined) return wanted.const;
  if (wanted.enum) return wanted.enum[0];
  switch (wanted.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(wanted.properties ?? {}).map(([property, one]) => [
          property,
          ofSchema(one, components, record, property),
        ]),
      );
    case "array":
      return [ofSchema(wanted.items ?? {}, components, record, name)];
    case "integer":
    case "number":
      return typeof known === "number" ? known : 1;
    case "boolean":
      return true;
    default:
      return typeof known === "string" ? known : textOf(wanted);
  }
}

function textOf({ format, pattern }: Schema): string {
  if (format === "uuid") return "0190f5c4-7b1e-7c3a-9d55-2f6a4b8c9d10";
  if (format === "date") return "2026-03-01";
  if (format === "date-time") return "2026-03-01T09:30:00.000Z";
  return pattern ? "12.50" : "Text";
}
