import { accountSchema, payeeSchema } from "~/domain/payouts/payee.schema";
import { enterAccount, readAccounts, type AccountEntered } from "~/domain/payouts/payee-account.server";
import { payerSchema } from "~/domain/payouts/payer.schema";
import { savePayer } from "~/domain/payouts/payer.server";
import type { Scope } from "~/domain/shared/scope";
import { asOwner, type Member, type Org } from "./organizations";
import type { TestDoor } from "./people";

/** Valid account numbers. */
export const IBANS = ["DE89370400440532013000", "DE02120300000000202051", "FR1420041010050500013M02606"] as const;

/** Enters an account by form fields, as whoever the scope acts for. */
export const enter = (scope: Scope, affiliateId: string, iban: string, holder = "Ada Payee"): Promise<AccountEntered> =>
  enterAccount(scope, affiliateId, accountSchema.parse({ holder, iban }), "en");

/** Form fields of a payee from which nothing but the account is missing. */
export const payeeFields = {
  legal_name: "Ada Payee",
  street: "Lange Straße",
  house_number: "7",
  postal_code: "20095",
  town: "Hamburg",
  country: "DE",
  tax_status: "regular",
  tax_status_from: "2025-01-01",
  tax_number: "12/345/67890",
};

/** Returns what the form sends: empty fields are left out. */
export const payeeInput = (fields: Record<string, string> = {}) =>
  payeeSchema.parse(Object.fromEntries(Object.entries({ ...payeeFields, ...fields }).filter(([, value]) => value)));

/** Lets a member replace the account of an affiliate; returns the id of the account that waits. */
export const accountEnteredBy = (db: TestDoor, org: Org, member: Member, { affiliateId }: { affiliateId: string }) =>
  db.withOrg(org.orgId, member.actor, async (scope) => {
    for (const iban of IBANS.slice(0, 2)) await enter(scope, affiliateId, iban);
    return (await readAccounts(scope, affiliateId)).pending!.id;
  });

/** Form fields of a payer in Germany. */
export const payerFields = {
  legal_name: "Agency GmbH",
  street: "Am Markt",
  house_number: "1",
  postal_code: "28195",
  town: "Bremen",
  country: "DE",
  vat_id: "DE136695976",
};

/** Enters who pays, by form fields. */
export const withPayer = (db: TestDoor, org: Org, fields: Record<string, string> = {}): Promise<void> =>
  asOwner(db, org, (scope) => savePayer(scope, payerSchema("EUR", "en").parse({ ...payerFields, ...fields })));

/** Enters the organization as a payer by form fields. */
export const payerIn = (db: TestDoor, org: Org, fields: Record<string, string>): Promise<void> =>
  asOwner(db, org, (scope) => savePayer(scope, payerSchema("EUR", "en").parse(fields)));
