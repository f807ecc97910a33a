import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerOwnData } from "~/server/exports/own-data.server";

/** The stored data of an affiliate, as one file (OPS-05). */
export const loader = (args: LoaderFunctionArgs) => answerOwnData(args);
