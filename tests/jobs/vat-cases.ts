import { expect } from "vitest";
import { queueVatCheck } from "~/domain/payouts/check-vat.server";
import { savePayee } from "~/domain/payouts/save-payee.server";
import type { JobName } from "~/domain/shared/jobs";
import { openVies } from "~/platform/vies.server";
import type { Affiliate } from "../factories/affiliates";
import { asOwner, type Org } from "../factories/organizations";
import { payeeInput, payerIn } from "../factories/payees";
import type { TestDatabase } from "../support/database";
import type { Receiver } from "./receiver";

/** The job that asks VIES, for the test that runs every job twice concurrently. */
export function vatCases(
  db: TestDatabase,
  world: () => { org: Org; affiliate: Affiliate; receiver: Receiver },
  take: (name: JobName) => Promise<unknown>,
) {
  return {
    "vat.check": {
      async prepare() {
        const { org, affiliate, receiver } = world();
        receiver.answer = 200;
        receiver.answerBody = JSON.stringify({ isValid: true, userError: "VALID" });
        db.context.vies = openVies({ origin: receiver.origin });
        await payerIn(db.database, org, { country: "DE" });
        await asOwner(db.database, org, async (scope) => {
          await savePayee(scope, affiliate.affiliateId, payeeInput({ vat_id: "FR61954506077" }));
          await queueVatCheck(scope, affiliate.affiliateId);
        });
        return take("vat.check");
      },
      async effect() {
        const { rows } = await db.ownerPool.query("select outcome from vat_check");
        expect(rows).toEqual([{ outcome: "valid" }]);
      },
    },
  };
}
