import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
import { z } from "zod";
import type { FormReply } from "~/browser/form-reply";
import type { Intents } from "~/browser/intents";
import { withFocus } from "~/browser/with-focus";
import { errorText } from "~/i18n/error-text";
import { translator } from "./request-language.server";
import { isUnavailable } from "~/platform/db/outage.server";
import { log } from "~/platform/log.server";
import { authorize, type ScopeOpeners, type SignedOut, type ActionAccess } from "./acting.server";
import type { Toast } from "~/browser/toast";
import type { AccountAction } from "~/domain/shared/proofs";
import { DomainError } from "~/domain/shared/errors";
import { paths } from "~/paths/paths";
import { redirectWithToast } from "./flash.server";
import { isDamaged } from "~/domain/shared/damaged";
import { damagedFields, formOf, pathForLog, type Repeated } from "./form.server";
import { atProof, requireProven, takeShown } from "./prove.server";
import { redirect } from "./redirect.server";
import { uploadOf, type UploadedFile } from "./upload.server";
import {
  unexpectedErrorReply,
  reasonOf,
  refusedFields,
  refusedReply,
  refusedWith,
  unreadReply,
} from "./form-reply.server";

// Runs every form action: authorization, field limits, intent, schema, scope, error responses. The architecture test
// rejects an action that bypasses it.

/** What the use case of an action receives beside its input. */
export interface Acting<W extends ActionAccess> {
  form: FormData;
  /** The uploaded file; null if the form has none. Its bytes arrive while they are read. */
  file: UploadedFile | null;
  t: TFunction;
  who: W;
  /** Opens a transaction limited to what the acting user may see. */
  inScope: ScopeOpeners[W];
}

/** {@link Acting} with the errors of damaged fields; with any, nothing is done, whatever the schemas say. */
interface Received<W extends ActionAccess> extends Acting<W> {
  damaged: Record<string, string[]>;
}

type Words = Omit<Toast, "id">;

/** The next page and its toast. */
interface Outcome {
  to: string;
  toast?: Words;
  headers?: Headers;
}

/** The form again, without a redirect; with a status if it was rejected. */
interface Reply {
  reply: FormReply;
  status?: number;
}

interface Handler<W extends ActionAccess, T, Answer> {
  /** Schema of the fields; without one, no fields are read. */
  schema?: z.ZodType<T> | (() => Promise<z.ZodType<T>>);
  run: (input: T, acting: Acting<W>) => Promise<Answer | Response>;
}

/**
 * An action on the user's own account names itself, because such actions have no audit entry. proofs.ts says whether it
 * requires re-authentication.
 */
type Named<W extends ActionAccess> = W extends "account" | "person" ? { does: AccountAction } : { does?: undefined };

/** A form with fields. When it is rejected, it is shown again with the entered values and the errors at its fields. */
interface FormParts<W extends ActionAccess, T> extends Handler<W, T, Outcome | Reply> {
  backTo?: undefined;
  /** Key in `errors` of the message for an unexpected error. */
  failed?: string;
  /** Key in `errors` of a sentence around the reason of a domain error. */
  because?: string;
}

export type FormHandler<W extends ActionAccess, T> = FormParts<W, T> & Named<W>;

/**
 * A form that is only a button: a toast shows the result. A user who must re-authenticate is redirected to where they
 * can.
 */
interface ButtonParts<W extends ActionAccess, T> extends Handler<W, T, Partial<Outcome>> {
  /** The screen of the button; the redirect target when `run` names no other, and after an error. */
  backTo: string | ((form: FormData) => string);
  /** Key of the message for an unexpected error. */
  failed?: string;
}

export type ButtonHandler<W extends ActionAccess, T> = ButtonParts<W, T> & Named<W>;

type AnyHandler<W extends ActionAccess, T> = FormHandler<W, T> | ButtonHandler<W, T>;

interface Shared<W extends ActionAccess> {
  who: W;
  signedOut?: SignedOut;
  /** Fields fixed by the URL; they override the form's fields. */
  named?: Readonly<Record<string, string | undefined>>;
  /** Fields that the form may repeat, with the maximum number of times. */
  repeated?: Repeated;
  /** Name of the form's file field, which must be its last field. */
  takesFile?: string;
  /** How many files that field may have; one if missing. The form reads them with `file.next()`. */
  mostFiles?: number;
}

type Kind<I> = I extends "button" ? Pick<ButtonParts<ActionAccess, never>, "backTo"> : { backTo?: undefined };

/** An action with one form, which sends no intent. */
export type SingleFormAction<W extends ActionAccess, T> = Shared<W> & AnyHandler<W, T>;

/** An action with several forms; `of` names their intents. */
interface MultiFormAction<W extends ActionAccess, I extends Intents, T> extends Shared<W> {
  of: I;
  intents: { [K in keyof T]: AnyHandler<W, T[K]> } & { [K in keyof I]: Kind<I[K]> };
}

type Answer = Response | ReturnType<typeof data<FormReply | { toast: Words | undefined }>>;

/**
 * Handles a posted form. Throws a redirect for users it is not for, 400 for an unknown, missing or unexpected intent,
 * and 413 for too many fields.
 */
export async function runAction<W extends ActionAccess, T>(
  args: ActionFunctionArgs,
  action: SingleFormAction<W, T>,
): Promise<Answer>;
export async function runAction<W extends ActionAccess, const I extends Intents, T extends Record<keyof I, unknown>>(
  args: ActionFunctionArgs,
  action: MultiFormAction<W, I, T>,
): Promise<Answer>;
export async function runAction<W extends ActionAccess>(
  args: ActionFunctionArgs,
  action: SingleFormAction<W, unknown> | MultiFormAction<W, Intents, Record<string, unknown>>,
): Promise<Answer> {
  const inScope = await authorize[action.who](args, action.signedOut);
  const { form, file } = action.takesFile
    ? await uploadOf(args.request, action.takesFile, action.repeated, action.mostFiles)
    : { form: await formOf(args.request, action.repeated), file: null };
  try {
    const handler = handlerOf(action, form);
    for (const [name, value] of Object.entries(action.named ?? {})) form.set(name, value ?? "");
    const damaged = Object.fromEntries(damagedFields(form).map((name) => [name, ["text_damaged"]]));
    if (action.takesFile && isDamaged(file?.name ?? "")) damaged[action.takesFile] = ["file_name_damaged"];
    const acting = { form, file, damaged, inScope, who: action.who, t: await translator(args.request) };
    return await (handler.backTo === undefined
      ? answerForm(args, handler, acting)
      : answerButton(args, handler, acting));
  } finally {
    file?.leave();
  }
}

function handlerOf<W extends ActionAccess>(
  action: SingleFormAction<W, unknown> | MultiFormAction<W, Intents, Record<string, unknown>>,
  form: FormData,
): AnyHandler<W, unknown> {
  const intent = form.get("intent");
  if (!("intents" in action) && intent === null) return action;
  if ("intents" in action && typeof intent === "string" && Object.hasOwn(action.intents, intent)) {
    return action.intents[intent]!;
  }
  throw new Response(null, { status: 400, statusText: "Bad Request" });
}

/** Reads the fields with the schema. */
async function read<T>({ schema }: Pick<Handler<ActionAccess, T, unknown>, "schema">, form: FormData) {
  const known = typeof schema === "function" ? await schema() : schema;
  return parseWithZod(form, { schema: known ?? (z.looseObject({}) as unknown as z.ZodType<T>) });
}

async function answerForm<W extends ActionAccess, T>(
  args: ActionFunctionArgs,
  handler: FormHandler<W, T>,
  acting: Received<W>,
): Promise<Answer> {
  const { form, damaged, t } = acting;
  if (Object.keys(damaged).length > 0) return data(refusedFields(form, damaged), { status: 422 });
  try {
    if (acting.who === "member" || acting.who === "account" || acting.who === "person") await takeShown(args, form);
    const submission = await read(handler, form);
    if (submission.status !== "success") return data(unreadReply(submission), { status: 422 });
    if (handler.does) await requireProven(args, handler.does);
    const outcome = await handler.run(submission.value as T, acting);
    if (outcome instanceof Response) return outcome;
    return "reply" in outcome ? data(outcome.reply, { status: outcome.status ?? 200 }) : redirectTo(form, outcome);
  } catch (fault) {
    if (fault instanceof Response) throw fault;
    const error = atProof(form, fault);
    // A message at its field needs no sentence around it.
    const because = error instanceof DomainError && error.field ? undefined : handler.because;
    const refused = refusedReply(form, error, (reason) => inWords(because, reason, t));
    if (refused) return data(refused, refusedWith(error));
    logFault(args, error);
    return data(...unexpectedErrorReply(form, error, handler.failed ?? "not_saved", args.context.requestId));
  }
}

async function answerButton<W extends ActionAccess, T>(
  args: ActionFunctionArgs,
  handler: ButtonHandler<W, T>,
  acting: Received<W>,
): Promise<Answer> {
  const { form } = acting;
  const { backTo } = handler;
  const page = typeof backTo === "function" ? backTo(form) : backTo;
  const outcome = await runButton(args, handler, acting);
  if (outcome instanceof Response) return outcome;
  if (outcome === "proof_required") return redirect(paths.prove({ redirectTo: page }));
  // The screen stays where it is and shows the toast itself.
  if (form.get("answer") === "toast") return data({ toast: outcome.toast });
  return redirectTo(form, { to: page, ...outcome });
}

async function runButton<W extends ActionAccess, T>(
  args: ActionFunctionArgs,
  handler: ButtonHandler<W, T>,
  acting: Received<W>,
): Promise<Partial<Outcome> | Response | "proof_required"> {
  const { damaged, t } = acting;
  const refused = (reason: string) => ({
    toast: {
      tone: "error",
      title: t("errors:failed"),
      description: errorText(t, `errors:${reason}`),
    } as const,
  });
  const [reasons] = Object.values(damaged);
  if (reasons) return refused(reasons[0]!);
  try {
    const submission = await read(handler, acting.form);
    if (submission.status !== "success") return refused(Object.values(submission.error ?? {}).flat()[0] ?? "");
    if (handler.does) await requireProven(args, handler.does);
    return await handler.run(submission.value as T, acting);
  } catch (error) {
    if (error instanceof Response) throw error;
    const reason = reasonOf(error);
    if (reason === "proof_required") return reason;
    if (reason) return refused(reason);
    logFault(args, error);
    return { toast: { tone: "error", ...faultWords(args, error, handler.failed, t) } };
  }
}

async function redirectTo(form: FormData, { to, toast, headers = new Headers() }: Outcome): Promise<Response> {
  const address = withFocus(to, form);
  return toast ? redirectWithToast(address, toast, headers) : redirect(address, { headers });
}

/** Returns the key of a reason, or the key of the sentence around it with the translated reason as a parameter. */
function inWords(because: string | undefined, reason: string, t: TFunction): string {
  return because ? `${because}|${JSON.stringify({ reason: errorText(t, `errors:${reason}`) })}` : reason;
}

function faultWords(
  { context }: ActionFunctionArgs,
  fault: unknown,
  failed: string | undefined,
  t: TFunction,
): Omit<Words, "tone"> {
  return isUnavailable(fault)
    ? { title: t("errors:failed"), description: t("errors:unavailable_button") }
    : {
        title: t(failed ?? "errors:not_done"),
        description: t("errors:failed_hint", { id: context.requestId }),
      };
}

function logFault({ request, context }: ActionFunctionArgs, fault: unknown): void {
  const facts = { err: fault, request_id: context.requestId, path: pathForLog(request) };
  if (isUnavailable(fault)) log.warn(facts, "the database was not available");
  else log.error(facts, "action failed");
}
