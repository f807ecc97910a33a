import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvFormats, type CsvFormatName } from "~/domain/shared/csv";
import { DomainError } from "~/domain/shared/errors";
import type texts from "~/i18n/en/exports.json";
import { numberLocale, translator } from "../request-language.server";
import { addressWith } from "~/paths/address";
import { paths } from "~/paths/paths";
import type { ExportName } from "~/paths/export-names";
import { redirectWithToast } from "../flash.server";
import { changingStaffScope, staffReading } from "../open-scope.server";
import { download } from "./download.server";
import { fileNameOf } from "./file-name";
import { exportLists } from "./lists.server";

/** Returns the CSV format from the URL, by default the plain one for programs. */
export const formatOf = (params: URLSearchParams): CsvFormatName =>
  csvFormats.find((one) => one === params.get("format")) ?? "plain";

/** Returns a CSV file as a download response. */
export const csvAnswer = (fileName: string, pieces: AsyncGenerator<Buffer>): Response =>
  download(fileName, "text/csv; charset=utf-8", pieces);

/**
 * Sends a list as CSV, filtered by the URL (API-03). Redirects to the list with a message if the search is too wide.
 */
export async function answerExport({ request, context }: LoaderFunctionArgs, name: ExportName) {
  const { searchParams: params, search } = new URL(request.url);
  const t = await translator(request);
  let organization = "";
  let fileName = "";
  try {
    const pieces = await exportLists[name].start(
      {
        first: (use) =>
          changingStaffScope(
            { request, context },
            async (scope) => {
              organization = scope.orgId;
              const { name: owner } = await scope.organization();
              const title: keyof typeof texts.lists = name;
              fileName = fileNameOf([owner, t(`exports:lists.${title}`), await scope.today()], "csv");
              return use(scope);
            },
            "looking",
          ),
        page: (use) => staffReading({ request, context }, organization, use),
      },
      { name, params, locale: await numberLocale(request), format: formatOf(params), t },
    );
    return csvAnswer(fileName, pieces);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "search_too_wide") throw error;
    const title = t(`errors:${error.code}`, error.params);
    const list = name === "deals" ? paths.leads() : paths[name === "forecast" ? "reports" : name]();
    return redirectWithToast(addressWith(list, search, { format: null }), { tone: "error", title });
  }
}
