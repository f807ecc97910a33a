import type { Command } from "commander";
import { listReclaims } from "~/domain/payouts/reclaims.server";
import { toDecimal } from "~/domain/shared/money";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { operatorReading, printRows, withJson } from "../run-command";

/** Adds the command `payouts reclaims`. */
export function addReclaimsCommand(payouts: Command): void {
  withExamples(
    withJson(payouts.command("reclaims"))
      .description("list what affiliates have owed for three months or longer, the oldest first")
      .requiredOption("--org <id>", "the organization")
      .action(reclaims),
    `payouts reclaims --org ${SAMPLE_ID}`,
  );
}

function reclaims({ org, json = false }: { org: string; json?: boolean }): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const found = await operatorReading(database, orgId, listReclaims);
    const rows = found.map(({ affiliateId, name, currency, net, vat, gross, since, claims }) => ({
      affiliate: affiliateId,
      name,
      net: toDecimal(net, currency),
      vat: toDecimal(vat, currency),
      gross: toDecimal(gross, currency),
      currency,
      since,
      reasons: different(claims.map(({ reason }) => reason)),
      documents: different(claims.map(({ document }) => document)),
    }));
    printRows(rows, { json });
  });
}

const different = (texts: readonly (string | null)[]): string | null =>
  [...new Set(texts.filter(Boolean))].join(" ") || null;
