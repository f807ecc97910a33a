import { createCookie } from "@remix-run/node";
import { createSealer } from "~/platform/seal.server";
import { appUrl, sessionSecret } from "./app-context.server";

// An invitation's link that staff pass on themselves is kept nowhere in clear. For a while the browser of the person who
// made it can show it again: sealed, in a cookie that goes to the affiliate's own pages only.

const SHOWN_SECONDS = 10 * 60;

export interface HandedLink {
  secret: string;
  /** The staff member who made it. */
  by: string;
  /** The person it signs in; not shown any more once the affiliate is somebody else. */
  userId: string;
  /** When it was made, in milliseconds. */
  at: number;
}

const cookie = () =>
  createCookie("handed-link", {
    httpOnly: true,
    sameSite: "lax",
    secure: appUrl().startsWith("https:"),
    maxAge: SHOWN_SECONDS,
  });

/** The headers that keep a link for the invitation's page of an affiliate. */
export async function keepHandedLink(affiliateId: string, link: HandedLink): Promise<Headers> {
  const sealed = createSealer(sessionSecret()).seal(JSON.stringify(link));
  return new Headers({
    "Set-Cookie": await cookie().serialize(sealed, { path: `/affiliates/${affiliateId}` }),
  });
}

/** The link this browser keeps, if `by` made it a short while ago for the person `userId`. */
export async function readHandedLink(
  request: Request,
  { by, userId, now }: { by: string; userId: string; now: Date },
): Promise<HandedLink | null> {
  const link = unsealed(await cookie().parse(request.headers.get("Cookie")));
  const fresh = link && link.at + SHOWN_SECONDS * 1000 > now.getTime();
  return fresh && link.by === by && link.userId === userId ? link : null;
}

function unsealed(sealed: unknown): HandedLink | null {
  if (typeof sealed !== "string") return null;
  try {
    return JSON.parse(createSealer(sessionSecret()).unseal(sealed)) as HandedLink;
  } catch {
    // Sealed with an earlier secret, or made up.
    return null;
  }
}
