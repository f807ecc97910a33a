import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportContact } from "~/domain/leads/read-contact.server";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "../request-language.server";
import { changingStaffScope } from "../open-scope.server";
import { download } from "./download.server";
import { ownDataPieces } from "./own-data.server";

/** Sends an owner the personal data of a lead's contact, for a GDPR access request (OPS-05). */
export async function answerContact({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const found = await changingStaffScope(
    { request, context },
    async (scope) => ({
      name: (await scope.organization()).name,
      begun: scope.now,
      today: await scope.today(),
      contact: await exportContact(scope, params["leadId"]),
    }),
    "looking",
  ).catch((error: unknown) => {
    const isRefused = error instanceof DomainError && error.code === "forbidden";
    throw isRefused ? new Response(null, { status: 403, statusText: "Forbidden" }) : error;
  });
  const { today, contact, ...file } = found;
  if (!contact) throw new Response(null, { status: 404, statusText: "Not Found" });
  const pieces = ownDataPieces({ ...file, account: null, contact, page: null }, await translator(request));
  return download(`finderlohn-${today}.zip`, "application/zip", pieces);
}
