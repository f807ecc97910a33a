import type { LoaderFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
import { archivedTables } from "~/domain/archive/tables";
import { readOwnAccount } from "~/domain/identity/own-account.server";
import { isHandedOut } from "~/domain/identity/one-time-link";
import type { InScope } from "~/domain/shared/scope";
import { translator } from "../request-language.server";
import { database } from "../app-context.server";
import { affiliateScope } from "../open-scope.server";
import { currentSecret } from "../session.server";
import { listed, tableFile } from "./archive-files.server";
import { archiveReadme } from "./archive-readme";
import { zipPieces, type ArchiveFile } from "./archive-zip.server";
import { download } from "./download.server";
import { samePortal } from "./same-portal.server";

const omitted = ["notes", "credited_to"];

/**
 * The tables that refer to an affiliate. The notes of leads are omitted, because staff also write there; the portal
 * shows the affiliate's own notes. Which member is responsible for a lead is no data of the affiliate either.
 */
const tables = archivedTables
  .filter(({ table, columns }) => table === "affiliate" || columns.includes("affiliate_id"))
  // Affiliates have no access to this table.
  .filter(({ table }) => table !== "membership")
  .map((one) => ({ ...one, columns: one.columns.filter((name) => !omitted.includes(name)) }));

export interface OwnData {
  /** The name of the organization. */
  name: string;
  /** Time of the request. */
  begun: Date;
  /** Data of the person's account; null if omitted. */
  account: object | null;
  /** Data about the person as the contact of leads. */
  contact?: object[];
  /** Opens a scope that shows only the rows of this affiliate; null if the person is not an affiliate. */
  page: InScope | null;
}

/** Streams a ZIP with the data that one organization stores about a person (OPS-05), as CSV and JSON. */
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
 * Sends an affiliate the data that one organization stores about them (GDPR Art. 15 and 20), as CSV and JSON. It
 * includes the account of the affiliate. Row-level security limits the tables to the affiliate's own rows. The account
 * is omitted for staff who view the portal, and for sessions that began with a manual link. A closed organization still
 * hands it out, until it is deleted.
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
    { whileClosed: true },
  );
  const isTheirs = !isViewed && !isHandedOut(await currentSecret(args.request));
  const account = isTheirs ? await database().withStatements((scope) => readOwnAccount(scope, userId)) : null;
  const t = await translator(args.request);
  const page = samePortal(args, { orgId, affiliateId }, { whileClosed: true });
  return download(`finderlohn-${today}.zip`, "application/zip", ownDataPieces({ name, begun, account, page }, t));
}
