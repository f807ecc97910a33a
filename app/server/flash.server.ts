import { randomUUID } from "node:crypto";
import { siteCookie } from "~/platform/cookie.server";
import type { Undo } from "~/domain/shared/undo";
import { redirect } from "./redirect.server";

export interface Toast {
  id: string;
  tone: "success" | "info" | "warning" | "error";
  title: string;
  description?: string;
  /** The action that can still be undone. */
  undo?: Undo;
  /** What it was not done to, and why, line by line; shown on the page. */
  lines?: string[];
}

// Not signed and readable: it holds a sentence for the person who gets it, shown once as plain text.
const flashCookie = siteCookie("flash", () => ({ httpOnly: true, maxAge: 60 }));

/** Redirects and has the next page say something, with JavaScript or without. */
export async function redirectWithToast(to: string, toast: Omit<Toast, "id">, headers = new Headers()) {
  headers.append("Set-Cookie", await flashCookie.serialize({ ...toast, id: randomUUID() }));
  return redirect(to, { headers });
}

/** The toast left by the action before, and the header that takes it away. */
export async function takeToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  const headers = new Headers();
  const value: unknown = await flashCookie.parse(request.headers.get("Cookie"));
  if (!isToast(value)) return { toast: null, headers };
  headers.append("Set-Cookie", await flashCookie.serialize("", { maxAge: 0 }));
  return { toast: value, headers };
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
    typeof undo === "object" && isText(undo?.batchId) && (undo?.of === "payment" || undo?.of === "leads")
  );
}
