import type { LoaderFunctionArgs } from "@remix-run/node";
import { openOwnFile } from "~/server/files/open-file.server";

/** The receipt of one of the affiliate's payments. */
export const loader = (args: LoaderFunctionArgs) => openOwnFile(args);
