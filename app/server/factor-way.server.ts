import { safePath } from "~/paths/landing";
import { paths } from "~/paths/paths";

/** Where the pages of the second factor lead in the end: to the page that was asked for, or to the settings. */
export const wayBack = (request: Request): string =>
  safePath(new URL(request.url).searchParams.get("redirectTo")) ?? paths.settings("security");
