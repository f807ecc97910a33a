import { z } from "zod";
import { operation, type Operation } from "../operation";
import { affiliateOperations } from "./affiliates.server";
import { commissionOperations } from "./commissions.server";
import { dealOperations } from "./deals.server";
import { leadOperations } from "./leads.server";
import { termsOperations } from "./terms.server";
import { transactionOperations } from "./transactions.server";

const organization = operation({
  id: "read_organization",
  tag: "organization",
  method: "GET",
  path: "/organization",
  answer: z
    .object({ id: z.uuid(), name: z.string(), time_zone: z.string(), default_currency: z.string() })
    .meta({ id: "Organization" }),
  read: async (scope) => {
    const { name, timeZone, defaultCurrency } = await scope.organization();
    return { id: scope.orgId, name, time_zone: timeZone, default_currency: defaultCurrency };
  },
});

/** Everything the API does. */
export const operations: readonly Operation[] = [
  organization,
  ...leadOperations,
  ...dealOperations,
  ...affiliateOperations,
  ...termsOperations,
  ...commissionOperations,
  ...transactionOperations,
];
