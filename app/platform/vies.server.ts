import { z } from "zod";
import type { VatAnswer, VatQuestion, VatRegister } from "~/domain/payouts/vat-check";
import { get, type HttpResult } from "./http-out.server";

/** The REST service of the European Commission. */
const VIES_ORIGIN = "https://ec.europa.eu";

/** Some member states respond after a quarter of a minute. */
const TIME_LIMIT_MS = 25_000;

/** Only what is used. The name and address are "---" if the member state withholds them. */
const answerSchema = z.object({
  isValid: z.boolean().optional(),
  valid: z.boolean().optional(),
  userError: z.string().optional(),
  requestIdentifier: z.string().nullish(),
  name: z.string().nullish(),
  address: z.string().nullish(),
  errorWrappers: z.array(z.object({ error: z.string() })).optional(),
});

/** Codes of an answer, not of a failure: the VAT id is not in the register, or cannot be. */
const INVALID = ["INVALID", "INVALID_INPUT"];
/** The member state of the requester rejects their VAT id. */
const INVALID_REQUESTER = "INVALID_REQUESTER_INFO";

export interface ViesOptions {
  /** Another address of the service, which needs neither https nor a public address: for tests. */
  origin?: string;
  timeLimitMs?: number;
}

/** Returns the register of VAT ids of the EU. */
export function openVies({ origin, timeLimitMs = TIME_LIMIT_MS }: ViesOptions = {}): VatRegister {
  const trusted = origin !== undefined;
  const send = async ({ vatId, requesterVatId }: VatQuestion): Promise<VatAnswer> => {
    const url = new URL(
      `/taxation_customs/vies/rest-api/ms/${encodeURIComponent(vatId.slice(0, 2))}/vat/${encodeURIComponent(vatId.slice(2))}`,
      origin ?? VIES_ORIGIN,
    );
    if (requesterVatId) {
      url.searchParams.set("requesterMemberStateCode", requesterVatId.slice(0, 2));
      url.searchParams.set("requesterNumber", requesterVatId.slice(2));
    }
    const headers = { Accept: "application/json", "User-Agent": "Finderlohn/1" };
    try {
      return answerOf(await get({ url: url.href, headers, trusted }, timeLimitMs));
    } catch (error) {
      return unavailable(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    async ask(question) {
      const answer = await send(question);
      // A wrong VAT id of the payer says nothing about that of the payee.
      if (answer.problem !== INVALID_REQUESTER || !question.requesterVatId) return answer;
      return send({ ...question, requesterVatId: null });
    },
  };
}

const unavailable = (problem: string): VatAnswer => ({
  outcome: "unavailable",
  requestId: null,
  name: null,
  address: null,
  problem,
});

function answerOf({ status, excerpt }: HttpResult): VatAnswer {
  const { data } = answerSchema.safeParse(parsed(excerpt));
  const code = data?.errorWrappers?.[0]?.error ?? data?.userError ?? null;
  if (!data || status !== 200) return unavailable(code ?? `status ${status}`);
  const isValid = data.isValid ?? data.valid;
  if (isValid === undefined) return unavailable(code ?? "no answer in the response");
  // A member state that cannot be reached is also reported as "not valid".
  if (!isValid && code !== null && !INVALID.includes(code)) return unavailable(code);
  return {
    outcome: isValid ? "valid" : "invalid",
    requestId: told(data.requestIdentifier),
    name: told(data.name),
    address: told(data.address),
    problem: null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const told = (text: string | null | undefined): string | null => (text && !/^-+$/.test(text.trim()) ? text : null);
