import { safePath } from "~/paths/landing";
import { paths } from "~/paths/paths";

/** Returns where the pages of the second factor lead in the end: the page requested before, or the settings. */
export const wayBack = (request: Request): string =>
  safePath(new URL(request.url).searchParams.get("redirectTo")) ?? paths.settings("account");
