import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerReport } from "~/server/imports/report.server";

/** What became of the rows of an import, as a file. */
export const loader = (args: LoaderFunctionArgs) => answerReport(args);
