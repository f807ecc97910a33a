import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerExport } from "~/server/exports/csv-answer.server";

/** A report by affiliate, member or source as a file. */
export const loader = (args: LoaderFunctionArgs) => answerExport(args, "reports");
