import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerExport } from "~/server/exports/csv-answer.server";

/** The planned commissions by month as a file. */
export const loader = (args: LoaderFunctionArgs) => answerExport(args, "forecast");
