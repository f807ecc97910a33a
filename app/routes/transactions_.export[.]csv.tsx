import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerExport } from "~/server/exports/csv-answer.server";

/** The transactions of the list as a file. */
export const loader = (args: LoaderFunctionArgs) => answerExport(args, "transactions");
