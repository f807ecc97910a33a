import type { Undo } from "~/domain/shared/undo";
import { storeCookie } from "./script-cookie";

/** A short message about the result of an action. */
export interface Toast {
  /** Unique per message, so that going back does not show it again. */
  id: string;
  tone: "success" | "info" | "warning" | "error";
  title: string;
  description?: string;
  /** The action that can still be undone. */
  undo?: Undo;
  /** The records that were skipped, one line each with the reason; shown on the page. */
  lines?: string[];
}

const name = "toast_seen";
const seconds = 60;

/** Returns the id of the toast that the browser has shown last, from the Cookie header of a request. */
export function seenToast(cookies: string | null): string | undefined {
  const pair = (cookies ?? "").split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Records in a cookie that a toast was shown, so that the server does not send it again. Browser only. */
export function markSeen(id: string) {
  storeCookie(name, id, seconds);
}
