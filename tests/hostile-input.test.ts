import { expect, test, vi } from "vitest";
import { z } from "zod";
import { safePath } from "~/paths/landing";
import { exactFilter } from "~/domain/fields/exact-filter";
import { cleanFileName } from "~/domain/files/file-name";
import { mentionsIn } from "~/domain/leads/mentions";
import { parseColumns } from "~/domain/shared/lists";
import { parseLeadFilter } from "~/domain/leads/lead-filter";
import { amountProblem, shareProblem } from "~/domain/shared/amount-problem";
import { readCurrency } from "~/domain/shared/currency";
import { isTimeZone, parseDay } from "~/domain/shared/dates";
import { isWebAddress } from "~/domain/shared/web-address";
import { parseAmount, parsePercent } from "~/domain/shared/read-amount";
import { parseOrder } from "~/domain/shared/order";
import { readCursor } from "~/domain/shared/page";
import { searchWords } from "~/domain/shared/search";
import { calculatorSchemaFor } from "~/domain/deals/calculator";
import { termsSchema } from "~/domain/terms/term.schema";
import { readTiers } from "~/domain/terms/tiers";
import { checkWebhookUrl } from "~/domain/webhooks/webhook-url";
import { languageCookie, moneyLocale, requestLanguage } from "~/server/request-language.server";
import { sidebarState } from "~/components/shell/sidebar-state";
import { errorText } from "~/i18n/error-text";
import { flashToast } from "~/server/flash.server";
import { themeOf } from "~/browser/theme";
import { hostileTexts, moreThanLinear } from "./support/processor-time";

// Processor time is compared, which a busy machine does not stretch; the clock may run on meanwhile.
vi.setConfig({ testTimeout: 60_000 });

// Whatever reads what comes from outside does it in linear time (P10). Schemas are found by themselves, those of
// tomorrow too; other readers stand in the list below.

const modules = import.meta.glob(["../app/domain/**/*.ts", "!**/*.server.ts", "!**/*.test.ts"], {
  eager: true,
});
const schemas = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported as object)
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
    .map(([name, schema]): [string, z.ZodType] => [`${file.replace("../app/domain/", "")} ${name}`, schema]),
);

type Shape = Map<string, Set<string>>;

/** The fields of a form's schema and, of those with few choices, the choices. */
function fieldsOf(schema: z.ZodType, fields: Shape = new Map()): Shape {
  const def = schema._zod.def as unknown as Record<string, unknown>;
  for (const part of ["in", "left", "right", "innerType", "element"]) {
    if (def[part] instanceof z.ZodType) fieldsOf(def[part], fields);
  }
  for (const option of (def["options"] ?? []) as z.ZodType[]) fieldsOf(option, fields);
  for (const [name, field] of Object.entries((def["shape"] ?? {}) as Record<string, z.ZodType>)) {
    const values = field instanceof z.ZodLiteral ? [...field.values].map(String) : [];
    fields.set(name, new Set([...(fields.get(name) ?? []), ...values]));
  }
  return fields;
}

/** What is sent so that each field of a schema sees the text, in each of the forms that a choice selects. */
function inputsWith(schema: z.ZodType, text: string): unknown[] {
  const fields = [...fieldsOf(schema)];
  if (fields.length === 0) return [text];
  const all = Object.fromEntries(fields.map(([name]) => [name, text]));
  const lists = Object.fromEntries(fields.map(([name]) => [name, [text]]));
  const chosen = fields.flatMap(([name, choices]) => [...choices].map((choice) => ({ ...all, [name]: choice })));
  return [all, lists, ...chosen];
}

/** By the names of the texts that take too long. */
async function complaints(work: (text: string) => unknown, lengths?: number[]) {
  const found: Record<string, string> = {};
  for (const [name, make] of Object.entries(hostileTexts)) {
    const complaint = await moreThanLinear(make, work, lengths && { lengths });
    if (complaint) found[name] = complaint;
  }
  return found;
}

test("the test finds schemas", () => {
  const names = schemas.map(([name]) => name);
  expect(names.length).toBeGreaterThan(25);
  expect(names).toContain("identity/identity.schema.ts signUpSchema");
  expect([...fieldsOf(termsSchema(null)).keys()]).toContain("tier_rate_20");
  expect([...fieldsOf(schemas.find(([name]) => name.endsWith(" createDealSchema"))![1])]).toContainEqual([
    "deal_type",
    new Set(["one-time", "recurring"]),
  ]);
});

test.each(schemas)("[P10] %s rejects a long text in linear time", async (_name, schema) => {
  const parse = (text: string) => {
    for (const input of inputsWith(schema, text)) schema.safeParse(input);
  };
  expect(await complaints(parse)).toEqual({});
});

const webhooks = { hosts: [], origins: [] };
const query = (text: string) => new URLSearchParams({ q: text, affiliate: text });

const readers: Record<string, (text: string) => unknown> = {
  parseAmount: (text) => parseAmount(text, "EUR"),
  amountProblem: (text) => amountProblem(text, "EUR"),
  parsePercent,
  shareProblem,
  readCurrency,
  calculator: (text) => calculatorSchemaFor("de").safeParse({ amount: text, currency: text }),
  readTiers: (text) => readTiers({ tier_from_1: text, tier_rate_1: text, tier_from_2: text }, "EUR"),
  parseDay,
  isTimeZone,
  isWebAddress,
  checkWebhookUrl: (text) => {
    try {
      return checkWebhookUrl(text, webhooks);
    } catch (refusal) {
      return refusal;
    }
  },
  safePath: (text) => [safePath(text), safePath(`/${text}`)],
  parseLeadFilter: (text) => parseLeadFilter(query(text)),
  searchWords,
  parseOrder: (text) => parseOrder(text, ["amount"], { by: "amount", direction: "asc" }),
  cursor: (text) => readCursor({ cursor: text }, "asc", () => true),
  errorText: (text) => errorText(((key: string) => key) as never, text),
  themeOf,
  sidebarState,
  cleanFileName: (text) => [cleanFileName(text, "application/pdf"), cleanFileName(`${text}.pdf`, "application/pdf")],
  mentionsIn: (text) =>
    mentionsIn(text, [
      { id: "1", name: "a" },
      { id: "2", name: "Ada @ Home" },
    ]),
  exactFilter: (text) => exactFilter(new URLSearchParams({ own_a_from: text, own_a_to: "1.000" }), "de"),
  parseColumns,
};

test.each(Object.entries(readers))("[P10] %s reads a long text in linear time", async (_name, read) => {
  expect(await complaints(read)).toEqual({});
});

// Node refuses requests with more than 16 KiB of headers.
const HEADER_LENGTHS = [256, 2_048, 16_384];
const request = (headers: Record<string, string>) => new Request("http://finderlohn.test/", { headers });
/** As a header arrives: bytes, one line. */
const asHeader = (text: string) => Buffer.from(text.replace(/[\0\r\n]/g, " ")).toString("latin1");

test("[P10] headers and cookies are parsed in linear time", async () => {
  const read = async (text: string) => {
    const header = asHeader(text);
    moneyLocale(request({ "Accept-Language": header }), "de");
    await requestLanguage(request({ "Accept-Language": header }));
    await requestLanguage(request({ Cookie: header }));
    const cookie = (await languageCookie.serialize(text)).split(";", 1)[0]!;
    await requestLanguage(request({ Cookie: cookie }));
    await flashToast(request({ Cookie: cookie.replace("lng=", "flash=") }));
  };
  expect(await complaints(read, HEADER_LENGTHS)).toEqual({});
});
