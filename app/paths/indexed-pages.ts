import { articlePath, helpArticles } from "./help-articles";
import { paths } from "./paths";

/** Pages for search engines, in every language. */
export const indexedPages = [
  paths.home(),
  paths.pricing(),
  paths.help(),
  ...helpArticles.map((name) => articlePath(name)),
];
