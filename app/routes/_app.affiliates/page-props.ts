import type { LoadedPage } from "./load.server";

/** Of the page of an affiliate and its parts. */
export type PageProps = { page: LoadedPage };
