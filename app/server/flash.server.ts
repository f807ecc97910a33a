import { randomUUID } from "node:crypto";
import { seenToast, type Toast } from "~/browser/toast";
import { siteCookie } from "~/platform/cookie.server";
import { UNDO, undoKinds, type Undo } from "~/domain/shared/undo";
import { redirect } from "./redirect.server";

// Readable and not signed: it holds a sentence for its own receiver, shown once as plain text.
const flashCookie = siteCookie("flash", () => ({ httpOnly: true, maxAge: 60 }));

// Avoids a query for users who have done nothing that could be undone.
const undoCookie = siteCookie("undo", () => ({ httpOnly: true, maxAge: UNDO.extended }));

/** Returns true if this browser has just done something that may still be undoable. */
export const mayUndo = async (request: Request): Promise<boolean> =>
  (await undoCookie.parse(request.headers.get("Cookie"))) !== null;

/** Redirects, and shows a toast on the next page, with JavaScript or without. */
export async function redirectWithToast(to: string, toast: Omit<Toast, "id">, headers = new Headers()) {
  headers.append("Set-Cookie", await flashCookie.serialize({ ...toast, id: randomUUID() }));
  if (toast.undo) headers.append("Set-Cookie", await undoCookie.serialize("1"));
  return redirect(to, { headers });
}

/**
 * Returns the toast left by the previous action. It is returned until the browser has shown it, because a response may
 * be dropped. For example, a page that reloads or is left discards the load it has begun.
 */
export async function flashToast(request: Request): Promise<Toast | null> {
  const cookies = request.headers.get("Cookie");
  const value: unknown = await flashCookie.parse(cookies);
  return isToast(value) && value.id !== seenToast(cookies) ? value : null;
}

/** Clears the toast with the document that shows it, which may work without JavaScript. */
export async function clearToast(headers: Headers) {
  headers.append("Set-Cookie", await flashCookie.serialize("", { maxAge: 0 }));
}

function isToast(value: unknown): value is Toast {
  const toast = value as Partial<Toast> | null;
  return (
    typeof toast === "object" &&
    toast !== null &&
    typeof toast.id === "string" &&
    typeof toast.title === "string" &&
    ["success", "info", "warning", "error"].includes(String(toast.tone)) &&
    ["string", "undefined"].includes(typeof toast.description) &&
    (toast.undo === undefined || isUndo(toast.undo)) &&
    (toast.lines === undefined || (Array.isArray(toast.lines) && toast.lines.every(isText)))
  );
}

const isText = (value: unknown) => typeof value === "string";

function isUndo(value: unknown): boolean {
  const undo = value as Partial<Undo> | null;
  return (
    typeof undo === "object" &&
    isText(undo?.batchId) &&
    undoKinds.some((kind) => kind === undo?.of) &&
    ["number", "undefined"].includes(typeof undo?.until)
  );
}
