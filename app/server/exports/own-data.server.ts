import type { LoaderFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
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
import { samePortal } from "./same-portal.server";

/**
 * What is about an affiliate: the tables that name them. The notes of leads are left out, because staff write there
 * too; the portal shows those that are the affiliate's.
 */
const tables = archivedTables
  .filter(({ table, columns }) => table === "affiliate" || columns.includes("affiliate_id"))
  // Closed to affiliates as a whole.
  .filter(({ table }) => table !== "membership")
  .map((one) => ({ ...one, columns: one.columns.filter((name) => name !== "notes") }));

/** What a file with a person's data needs. */
export interface OwnData {
  /** The name of the organization. */
  name: string;
  /** When it was asked for. */
  begun: Date;
  /** What is kept of their account; null when it is left out. */
  account: object | null;
  /** What is kept of them as the contact of leads. */
  contact?: object[];
  /** Opens a scope in which the database shows the rows of this affiliate alone; null for who is none. */
  page: (<T>(use: (scope: Scope) => Promise<T>) => Promise<T>) | null;
}

/** The file with what one organization keeps of a person (OPS-05), as CSV and as JSON, as pieces of a ZIP. */
export function ownDataPieces(
  { name, begun, account, contact = [], page }: OwnData,
  t: TFunction,
): AsyncGenerator<Buffer> {
  const shown = page ? tables : [];
  const files: ArchiveFile[] = [
    listed("README.txt", [], () =>
      archiveReadme(t, {
        of: "own",
        name,
        begun,
        has: { account: account !== null, contact: contact.length > 0 },
        tables: shown.map(({ table }) => table),
      }),
    ),
    ...(account ? [listed("account.json", [account], () => `${JSON.stringify(account, null, 2)}\n`)] : []),
    ...(contact.length > 0 ? [listed("contact.json", contact, (leads) => `${JSON.stringify(leads, null, 2)}\n`)] : []),
    ...shown.flatMap((table) => [
      tableFile(`data/${table.table}.csv`, table, "cells", page!),
      tableFile(`data/${table.table}.jsonl`, table, "object", page!),
    ]),
  ];
  const manifest = {
    name: "manifest.json",
    of: (facts: object[]) =>
      `${JSON.stringify({ format: "finderlohn-own-data", version: 1, begun, files: facts }, null, 2)}\n`,
  };
  return zipPieces(files, manifest, begun);
}

/**
 * Answers an affiliate with what one organization keeps of them (GDPR Art. 15 and 20), as CSV and as JSON, and with
 * what is kept of their account. The database shows them their own rows alone. The account is left out for whoever
 * looks at their portal, and for who came with a link that staff handed out.
 */
export async function answerOwnData(args: LoaderFunctionArgs): Promise<Response> {
  const { orgId, affiliateId, name, begun, today, userId, isViewed } = await affiliateScope(
    args,
    async (scope, { id: userId, viewing, affiliation: { affiliateId } }) => ({
      orgId: scope.orgId,
      affiliateId,
      userId,
      isViewed: viewing !== undefined,
      name: (await scope.organization()).name,
      begun: scope.now,
      today: await scope.today(),
    }),
  );
  const isTheirs = !isViewed && !isHandedOut(await currentSecret(args.request));
  const account = isTheirs ? await database().withStatements((scope) => readOwnAccount(scope, userId)) : null;
  const t = await translator(args.request);
  const page = samePortal(args, { orgId, affiliateId });
  return download(`finderlohn-${today}.zip`, "application/zip", ownDataPieces({ name, begun, account, page }, t));
}
