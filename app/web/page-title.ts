/** What `meta` says of a page's title: the page first, because tabs of a browser are narrow. */
export function pageTitle(title: string | undefined) {
  return [{ title: title ? `${title} · Finderlohn` : "Finderlohn" }];
}
