import type { LoadedPage } from "./load.server";

/** Props of the page of an affiliate and its parts. */
export type PageProps = { page: LoadedPage };
