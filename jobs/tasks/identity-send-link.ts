import { sendRequestedLink } from "~/domain/identity/request-link.server";
import { defineTask } from "../define-task";

export const identitySendLink = defineTask("identity.send_link", async (payload, { database, unseal }) => {
  const { purpose, language, redirect_to: redirectTo = null } = payload;
  const request = { purpose, email: unseal(payload.address), language, redirectTo };
  await database.withIdentity((scope) => sendRequestedLink(scope, request, unseal(payload.link)));
});
