import { data } from "@remix-run/node";
import { siteCookie } from "~/platform/cookie.server";
import { layouts, type LeadView } from "~/paths/lead-view";

const cookie = siteCookie("leads_view", () => ({ httpOnly: true, maxAge: 31_536_000 }));

/** The layout of open leads: from the address, else the stored one. `answer` stores the one in the address. */
export async function chooseLayout(request: Request, { layout }: LeadView) {
  const given: unknown = await cookie.parse(request.headers.get("Cookie"));
  const stored = layouts.find((one) => one === given) ?? layouts[0];
  const headers = new Headers();
  if (layout && layout !== stored) headers.append("Set-Cookie", await cookie.serialize(layout));
  return { layout: layout ?? stored, answer: <Page>(page: Page) => data(page, { headers }) };
}
