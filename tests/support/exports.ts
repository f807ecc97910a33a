import { randomUUID } from "node:crypto";
import { paths } from "~/paths/paths";
import type { ExportName } from "~/paths/export-names";
import { answerExport } from "~/server/exports/csv-answer.server";
import { TEST_APP_URL } from "./database";

/** Requests an exported list and returns the response. */
export async function answer(
  name: ExportName,
  params: Record<string, string>,
  { cookie, language = "en" }: { cookie: string; language?: string },
): Promise<Response> {
  const request = new Request(new URL(paths.export(name, params), TEST_APP_URL), {
    headers: { "Accept-Language": language, Cookie: cookie },
  });
  const context = { nonce: "", requestId: randomUUID(), ip: "127.0.0.1" };
  return answerExport({ request, context, params: {} }, name);
}

/** Returns the cells of a plain CSV file without quotes, without the header. */
export async function rowsOf(answered: Response): Promise<string[][]> {
  return (await answered.text())
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(","));
}
