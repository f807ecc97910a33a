import { receiptInFile } from "~/domain/files/receipt";
import { storeFile } from "~/domain/files/store-file.server";
import type { TestDatabase } from "../support/database";
import { pdf } from "../support/files";
import { asOwner, type Org } from "./organizations";

/** Stores a file as the receipt of a deal and returns its id. */
export async function fileOfDeal(db: TestDatabase, org: Org, dealId: string): Promise<string> {
  const file = { kind: "receipt", name: "receipt.pdf", bytes: [pdf()] } as const;
  const id = await storeFile((use) => asOwner(db.database, org, use), file, db.context.files.rules);
  await db.ownerPool.query("update deal set receipt_url = $2 where id = $1", [dealId, receiptInFile(id)]);
  return id;
}
