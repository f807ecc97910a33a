import { sitemap } from "~/server/site-page.server";

export const loader = () => new Response(sitemap(), { headers: { "Content-Type": "application/xml; charset=utf-8" } });
