import { payerSchema } from "~/domain/payouts/payer.schema";
import { payerVersion, readPayer, savePayer } from "~/domain/payouts/payer.server";
import { asOwner, type Org } from "./organizations";
import type { TestDoor } from "./people";

/** Enters name and address of an organization in Germany, so that it can issue statements. */
export const withPayer = (db: TestDoor, org: Org, fields: Record<string, string> = {}): Promise<void> =>
  asOwner(db, org, async (scope) => {
    const { defaultCurrency } = await scope.organization();
    const version = payerVersion(await readPayer(scope), defaultCurrency);
    const input = {
      legal_name: "Nordlicht Media GmbH",
      street: "Speicherstadt",
      house_number: "1",
      postal_code: "20457",
      town: "Hamburg",
      country: "DE",
      vat_id: "DE136695976",
      version,
      ...fields,
    };
    await savePayer(scope, payerSchema(defaultCurrency).parse(input));
  });
