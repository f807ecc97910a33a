import type { LoaderFunctionArgs } from "@remix-run/node";
import { openFile } from "~/server/files/open-file.server";

/** A file of the organization, for its staff. */
export const loader = (args: LoaderFunctionArgs) => openFile(args);
