/** The HTML of a page as a reader's text: entities decoded, scripts and tags left out. */
export function textIn(html: string): string {
  return html
    .replace(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|#x27|amp);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, " ");
}

const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};
