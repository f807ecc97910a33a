import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerArchive } from "~/server/exports/archive-answer.server";

/** All data of the organization, as one file (OPS-05). */
export const loader = (args: LoaderFunctionArgs) => answerArchive(args);
