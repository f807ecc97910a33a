import { data } from "@remix-run/node";
import { siteCookie } from "~/platform/cookie.server";
import { layouts, type Layout, type LeadView } from "~/paths/lead-view";

const cookie = siteCookie("leads_view", () => ({ httpOnly: true, maxAge: 31_536_000 }));

/** The layout of open leads: from the address, else the stored one. */
export async function chosenLayout(request: Request, { layout }: LeadView): Promise<Layout> {
  return layout ?? (await rememberedLayout(request));
}

/** A loader's answer with a cookie that stores the layout in the address. */
export async function rememberingLayout<T>(request: Request, { layout }: LeadView, page: T) {
  const headers = new Headers();
  if (layout && layout !== (await rememberedLayout(request))) {
    headers.append("Set-Cookie", await cookie.serialize(layout));
  }
  return data(page, { headers });
}

async function rememberedLayout(request: Request): Promise<Layout> {
  const given: unknown = await cookie.parse(request.headers.get("Cookie"));
  return layouts.find((one) => one === given) ?? layouts[0];
}
