import { robots } from "~/server/site-page.server";

export const loader = () => new Response(robots(), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
