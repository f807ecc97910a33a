import { z } from "zod";
import { organizationFields } from "~/domain/organizations/organization.schema";
import { toValues } from "~/domain/shared/field-list";
import { operation, type Operation } from "../operation";
import { answered, id } from "../shapes.server";
import { affiliateOperations } from "./affiliates.server";
import { commissionOperations } from "./commissions.server";
import { dealOperations } from "./deals.server";
import { leadOperations } from "./leads.server";
import { termsOperations } from "./terms.server";
import { transactionOperations } from "./transactions.server";

// In forms beside others it needs a longer name.
const { organization_name: name, ...others } = answered(organizationFields);

const organization = operation({
  id: "read_organization",
  tag: "organization",
  method: "GET",
  path: "/organization",
  answer: z.object({ id, name, ...others }).meta({ id: "Organization" }),
  read: async (scope) => {
    const { organization_name, ...values } = toValues(organizationFields, await scope.organization());
    return { id: scope.orgId, name: organization_name, ...values };
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
