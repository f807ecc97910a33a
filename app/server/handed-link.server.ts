import { z } from "zod";
import { paths } from "~/paths/paths";
import { sealedCookie } from "./sealed-cookie.server";

// A manual invitation link is not stored in clear anywhere. For a while the browser of the member who made it can show
// it again. One sealed cookie, sent only to the pages of affiliates, holds the last few links. One cookie per link
// would fill the browser's limit and push out others, even that of the session.

const SHOWN_MINUTES = 10;
const MAX_LINKS = 3;

const linkSchema = z.object({
  secret: z.string(),
  /** The staff member who made the link. */
  by: z.string(),
  /** The user it signs in; the link is not shown if the affiliate is another user by now. */
  userId: z.string(),
  /** Creation time, in milliseconds. */
  at: z.number(),
});
export type HandedLink = z.infer<typeof linkSchema>;

const cookie = sealedCookie("handed-link", { path: paths.affiliates(), minutes: SHOWN_MINUTES }, linkSchema.array());

/**
 * Returns the headers that store a link for the invitation page of its user, with the previous links of this browser.
 */
export async function storeManualLink(request: Request, link: HandedLink): Promise<Headers> {
  const others = (await linksOf(request, new Date(link.at))).filter(({ userId }) => userId !== link.userId);
  const kept = [link, ...others].slice(0, MAX_LINKS);
  return new Headers({ "Set-Cookie": await cookie.keep(kept, new Date(link.at)) });
}

/** Returns the stored link of the user `userId`, if `by` made it recently. */
export async function readHandedLink(
  request: Request,
  { by, userId, now }: { by: string; userId: string; now: Date },
): Promise<HandedLink | null> {
  const link = (await linksOf(request, now)).find((one) => one.by === by && one.userId === userId);
  return link && link.at + SHOWN_MINUTES * 60_000 > now.getTime() ? link : null;
}

const linksOf = async (request: Request, now: Date): Promise<HandedLink[]> => (await cookie.read(request, now)) ?? [];
