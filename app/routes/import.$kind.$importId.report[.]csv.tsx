import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerReport } from "~/server/imports/report.server";

/** The results of an import's rows, as a file. */
export const loader = (args: LoaderFunctionArgs) => answerReport(args);
