import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import type { Toast } from "~/browser/toast";
import { SpriteSymbols, SymbolsHtmlProvider } from "~/components/ui/sprite";
import { i18nFor, requestLanguage } from "~/i18n/i18n.server";
import { log } from "~/platform/log.server";
import { pathForLog } from "~/server/form.server";
import { NonceProvider } from "~/browser/nonce";
import { forgetToast } from "~/server/flash.server";
import { pageStream } from "~/server/page-stream.server";

/** For the web server, which reaches this bundle through its entry only. */
export { closeDatabase } from "~/server/app-context.server";
export { closeLive, liveFigures } from "~/server/live.server";

export const streamTimeout = 5_000;

const symbolsHtml = renderToStaticMarkup(<SpriteSymbols />);

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  if (showsToast(remix)) await forgetToast(headers);
  const i18n = await i18nFor(await requestLanguage(request));
  const ready = isbot(request.headers.get("user-agent") ?? "") ? "onAllReady" : "onShellReady";
  return new Promise<Response>((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={context.nonce}>
        <I18nextProvider i18n={i18n}>
          <SymbolsHtmlProvider value={symbolsHtml}>
            <RemixServer context={remix} url={request.url} nonce={context.nonce} abortDelay={streamTimeout} />
          </SymbolsHtmlProvider>
        </I18nextProvider>
      </NonceProvider>,
      {
        nonce: context.nonce,
        [ready]() {
          const { sink, body } = pageStream();
          // Until it has run, a timer keeps everything the page was rendered from.
          sink.once("close", () => clearTimeout(timer));
          headers.set("Content-Type", "text/html; charset=utf-8");
          headers.append("Vary", "Accept-Language, Cookie");
          resolve(new Response(body, { headers, status: failed ? 500 : status }));
          pipe(sink);
        },
        onShellError: reject,
        onError(error: unknown) {
          failed = true;
          log.error({ err: error, request_id: context.requestId }, "rendering failed");
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

const showsToast = ({ staticHandlerContext: { loaderData } }: EntryContext) =>
  Boolean((loaderData["root"] as { toast?: Toast | null } | undefined)?.toast);

/** Unexpected errors of loaders and actions; the reference id on the error page is the request id logged here. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  if (request.signal.aborted) return;
  // What Remix refuses: a method that no page takes, a form where none is. That is no fault of the program.
  if (isRouteErrorResponse(error) && error.status < 500) {
    const { method } = request;
    const facts = { request_id: context.requestId, status: error.status, method, path: pathForLog(request) };
    log.info(facts, "request refused");
    return;
  }
  log.error({ err: error, request_id: context.requestId, path: pathForLog(request) }, "request failed");
}
