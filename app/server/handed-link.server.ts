import { z } from "zod";
import { paths } from "~/paths/paths";
import { sealedCookie } from "./sealed-cookie.server";

// An invitation's link that staff pass on themselves is kept nowhere in clear. For a while the browser of the person
// who made it can show it again: sealed, in one cookie that goes to the pages of affiliates only and holds the last few
// links. A cookie for each would pile up until the browser throws out others, that of the session too.

const SHOWN_MINUTES = 10;
const MOST_LINKS = 3;

const linkSchema = z.object({
  secret: z.string(),
  /** The staff member who made it. */
  by: z.string(),
  /** The person it signs in; not shown any more once the affiliate is somebody else. */
  userId: z.string(),
  /** When it was made, in milliseconds. */
  at: z.number(),
});
export type HandedLink = z.infer<typeof linkSchema>;

const cookie = sealedCookie("handed-link", { path: paths.affiliates(), minutes: SHOWN_MINUTES }, linkSchema.array());

/** The headers that keep a link for the invitation's page of its person, with the last ones this browser has. */
export async function keepHandedLink(request: Request, link: HandedLink): Promise<Headers> {
  const others = (await linksOf(request, new Date(link.at))).filter(({ userId }) => userId !== link.userId);
  const kept = [link, ...others].slice(0, MOST_LINKS);
  return new Headers({ "Set-Cookie": await cookie.keep(kept, new Date(link.at)) });
}

/** The link this browser keeps, if `by` made it a short while ago for the person `userId`. */
export async function readHandedLink(
  request: Request,
  { by, userId, now }: { by: string; userId: string; now: Date },
): Promise<HandedLink | null> {
  const link = (await linksOf(request, now)).find((one) => one.by === by && one.userId === userId);
  return link && link.at + SHOWN_MINUTES * 60_000 > now.getTime() ? link : null;
}

const linksOf = async (request: Request, now: Date): Promise<HandedLink[]> => (await cookie.read(request, now)) ?? [];
