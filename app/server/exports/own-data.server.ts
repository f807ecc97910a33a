import type { LoaderFunctionArgs } from "@remix-run/node";
import { archivedTables } from "~/domain/archive/tables";
import { readOwnAccount } from "~/domain/identity/own-account.server";
import { isHandedOut } from "~/domain/identity/one-time-link";
import type { Scope } from "~/domain/shared/scope";
import { translator } from "~/i18n/i18n.server";
import { database } from "../app-context.server";
import { affiliateScope } from "../open-scope.server";
import { currentSecret } from "../session.server";
import { listed, tableFile } from "./archive-files.server";
import { archiveReadme } from "./archive-readme";
import { zipPieces, type ArchiveFile } from "./archive-zip.server";
import { download } from "./download.server";

/**
 * What is about an affiliate: the tables that name them. The notes of leads are left out, because staff write there too; the portal
 * shows those that are the affiliate's.
 */
const tables = archivedTables
  .filter(({ table, columns }) => table === "affiliate" || columns.includes("affiliate_id"))
  // Closed to affiliates as a whole.
  .filter(({ table }) => table !== "membership")
  .map((one) => ({ ...one, columns: one.columns.filter((name) => name !== "notes") }));

/**
 * Answers an affiliate with what one organisation keeps of them (GDPR Art. 15 and 20), as CSV and as JSON, and with what is kept of their
 * account. The database shows them their own rows alone. The account is left out for whoever looks at their portal, and for who
 * came with a link that staff handed out.
 */
export async function answerOwnData(args: LoaderFunctionArgs): Promise<Response> {
  const { orgId, affiliateId, name, begun, today, userId, isViewed } = await affiliateScope(
    args,
    async (scope, { id: userId, viewing, affiliation: { affiliateId } }) => ({
      ...{ orgId: scope.orgId, affiliateId, userId, isViewed: viewing !== undefined },
      ...{ name: (await scope.organization()).name, begun: scope.now, today: await scope.today() },
    }),
  );
  const isTheirs = !isViewed && !isHandedOut(await currentSecret(args.request));
  const account = isTheirs ? await database().withStatements((scope) => readOwnAccount(scope, userId)) : null;
  const t = await translator(args.request);
  const page = <T>(use: (scope: Scope) => Promise<T>) =>
    affiliateScope(args, async (scope, { affiliation }) => {
      // Never data of two portals in one file.
      if (affiliation.orgId !== orgId || affiliation.affiliateId !== affiliateId)
        throw new Error("the person looks at another portal now");
      return use(scope);
    });
  const files: ArchiveFile[] = [
    listed("README.txt", [], () =>
      archiveReadme(t, { of: "own", name, begun, tables: tables.map(({ table }) => table) }),
    ),
    ...(account ? [listed("account.json", [account], () => `${JSON.stringify(account, null, 2)}\n`)] : []),
    ...tables.flatMap((table) => [
      tableFile(`data/${table.table}.csv`, table, "cells", page),
      tableFile(`data/${table.table}.jsonl`, table, "object", page),
    ]),
  ];
  const manifest = {
    name: "manifest.json",
    of: (facts: object[]) =>
      `${JSON.stringify({ format: "finderlohn-own-data", version: 1, begun, files: facts }, null, 2)}\n`,
  };
  return download(`finderlohn-${today}.zip`, "application/zip", zipPieces(files, manifest, begun));
}
