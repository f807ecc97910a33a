import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import type { Toast } from "~/browser/toast";
import { i18nFor } from "~/i18n/i18n.server";
import { requestLanguage } from "~/server/request-language.server";
import { log } from "~/platform/log.server";
import { pathForLog } from "~/server/form.server";
import { NonceProvider } from "~/browser/nonce";
import { logFailure } from "~/server/log-failure.server";
import { clearToast } from "~/server/flash.server";
import { keepPage, keptPage, keyOfPage, NONCE_TO_COME, withNonce } from "~/server/kept-pages.server";

/** Exported for the web server, which can import this bundle only through its entry. */
export { closeDatabase } from "~/server/app-context.server";
export { closeLive, liveFigures } from "~/server/live.server";

export const streamTimeout = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  if (showsToast(remix)) await clearToast(headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.append("Vary", "Accept-Language, Cookie");
  // As bytes, because Node's Response copies a string character by character: 5 % of a page.
  return new Response(Buffer.from(await htmlOf(request, remix, context.nonce)), { status, headers });
}

/** Returns the page, from memory if it is the same for all visitors. */
async function htmlOf(request: Request, remix: EntryContext, nonce: string): Promise<string> {
  const key = keyOfPage(request.url, remix);
  if (key === null) return render(request, remix, nonce);
  const known = keptPage(key, nonce);
  if (known !== undefined) return known;
  const html = await render(request, remix, NONCE_TO_COME);
  keepPage(key, html);
  return withNonce(html, nonce);
}

async function render(request: Request, remix: EntryContext, nonce: string): Promise<string> {
  const i18n = await i18nFor(await requestLanguage(request));
  // All loaders have finished before rendering starts, so nothing is left to stream.
  const data = remix.serverHandoffStream && (await new Response(remix.serverHandoffStream).text());
  const html = renderToString(
    <NonceProvider value={nonce}>
      <I18nextProvider i18n={i18n}>
        <RemixServer context={{ ...remix, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
      </I18nextProvider>
    </NonceProvider>,
  );
  const scripts = data && remix.renderMeta?.didRenderScripts ? dataScript(data, nonce) : "";
  return `<!DOCTYPE html>${html}${scripts}`;
}

/** Returns the script that passes loader data to the browser, as StreamTransfer of @remix-run/react does. */
function dataScript(data: string, nonce: string): string {
  const json = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  const stream = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${stream}.enqueue(${json});${stream}.close();</script>`;
}

const showsToast = ({ staticHandlerContext: { loaderData } }: EntryContext) =>
  Boolean((loaderData["root"] as { toast?: Toast | null } | undefined)?.toast);

/** Logs unexpected errors of loaders and actions. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (request.signal.aborted) return;
  // Remix rejects wrong methods and forms sent to pages without an action. These are errors of the client.
  if (isRouteErrorResponse(error) && error.status < 500) {
    const { method } = request;
    const facts = { request_id: context.requestId, status: error.status, method, path: pathForLog(request) };
    log.info(facts, "request rejected");
    return;
  }
  logFailure(error, { request, context });
}
