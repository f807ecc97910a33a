import { siteCookie } from "~/platform/cookie.server";
import { layouts, type Layout, type LeadView } from "./lead-view";

const cookie = siteCookie("leads_view", () => ({ httpOnly: true, maxAge: 31_536_000 }));

/**
 * How open leads are shown: as the address says, else as last time. Also the headers that remember what the address says.
 */
export async function chosenLayout(
  request: Request,
  { layout }: LeadView,
): Promise<{ layout: Layout; headers: Headers }> {
  const given: unknown = await cookie.parse(request.headers.get("Cookie"));
  const remembered = layouts.find((one) => one === given) ?? layouts[0];
  const headers = new Headers();
  if (layout && layout !== remembered) headers.append("Set-Cookie", await cookie.serialize(layout));
  return { layout: layout ?? remembered, headers };
}
