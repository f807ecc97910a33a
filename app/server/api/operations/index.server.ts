import { z } from "zod";
import { organizationFields, replyFields } from "~/domain/organizations/organization.schema";
import { pick, toValues } from "~/domain/shared/field-list";
import { operation, type Operation } from "../operation";
import { answered, id } from "../shapes.server";
import { affiliateOperations } from "./affiliates.server";
import { commissionOperations } from "./commissions.server";
import { customerPaymentOperations } from "./customer-payments.server";
import { dealEndOperations } from "./deal-ends.server";
import { dealOperations } from "./deals.server";
import { documentOperations } from "./documents.server";
import { fileOperations } from "./files.server";
import { leadOperations } from "./leads.server";
import { payoutOperations } from "./payouts.server";
import { reclaimOperations } from "./reclaims.server";
import { reportOperations } from "./reports.server";
import { termsOperations } from "./terms.server";
import { transactionOperations } from "./transactions.server";

// The form field has a longer name, because forms combine it with other fields.
const { organization_name: name, ...others } = answered(organizationFields);

const organization = operation({
  id: "read_organization",
  tag: "organization",
  method: "GET",
  path: "/organization",
  answer: z.object({ id, name, ...others, ...answered(replyFields) }).meta({ id: "Organization" }),
  read: async (scope) => {
    const facts = await scope.organization();
    const { organization_name, ...values } = toValues(organizationFields, facts);
    return {
      id: scope.orgId,
      name: organization_name,
      ...values,
      ...toValues(replyFields, pick(replyFields, facts)),
    };
  },
});

/** All operations of the API. */
export const operations: readonly Operation[] = [
  organization,
  ...leadOperations,
  ...dealOperations,
  ...dealEndOperations,
  ...affiliateOperations,
  ...termsOperations,
  ...commissionOperations,
  ...customerPaymentOperations,
  ...transactionOperations,
  ...payoutOperations,
  ...reclaimOperations,
  ...documentOperations,
  ...fileOperations,
  ...reportOperations,
];
