/**
 * Makes everything outside an element unreachable for pointer, keyboard and screen reader, except elements marked
 * data-keep-live (toasts). Returns the function that reverts it. A modal <dialog> would make the toasts unreachable,
 * too.
 */
export function inertOthers(element: Element): () => void {
  const made: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    for (const sibling of at.parentElement?.children ?? []) {
      const spare = sibling === at || sibling.matches("[inert], [data-keep-live], script, style, link, template");
      if (spare) continue;
      sibling.setAttribute("inert", "");
      made.push(sibling);
    }
  }
  return () => {
    for (const sibling of made) sibling.removeAttribute("inert");
  };
}
