import type { TFunction } from "i18next";
import type { Toast } from "~/browser/toast";
import { enterAccount, withdrawAccount, type AccountEntered } from "~/domain/payouts/payee-account.server";
import {
  accountSchema,
  payeeSchema,
  withdrawAccountSchema,
  type AccountInput,
  type PayeeInput,
} from "~/domain/payouts/payee.schema";
import { savePayee } from "~/domain/payouts/save-payee.server";
import type { InScope } from "~/domain/shared/scope";
import { requestLanguage } from "./request-language.server";
import { askVies } from "./vat-checks.server";

interface Place {
  /** The affiliate who is paid. */
  affiliateId: () => Promise<string>;
  /** The page of the forms. */
  to: string;
  request: Request;
}

/** What the forms need, of a member as of an affiliate. */
interface Acting {
  t: TFunction;
  inScope: InScope;
}

/** Returns the handlers of a payee's forms, the same for staff and in the portal (PAY-01, PAY-02). */
export const payeeForms = ({ affiliateId, to, request }: Place) => ({
  save: {
    schema: payeeSchema,
    async run(input: PayeeInput, { inScope, t }: Acting) {
      const id = await affiliateId();
      await inScope(async (scope) => {
        await savePayee(scope, id, input);
        await askVies(scope, id);
      });
      return { to, toast: { tone: "success", title: t("payouts:payee.saved") } as const };
    },
  },
  account: {
    schema: accountSchema,
    async run(input: AccountInput, { inScope, t }: Acting) {
      const [id, language] = [await affiliateId(), await requestLanguage(request)];
      const entered = await inScope((scope) => enterAccount(scope, id, input, language));
      return { to, toast: enteredToast(entered, t) };
    },
  },
  withdraw: {
    backTo: to,
    schema: withdrawAccountSchema,
    async run({ id: accountId }: { id: string }, { inScope, t }: Acting) {
      const id = await affiliateId();
      const done = await inScope((scope) => withdrawAccount(scope, id, accountId));
      const title = t(`payouts:payee.${done ? "withdrawn" : "withdrawn_before"}`);
      return { toast: { tone: done ? ("success" as const) : ("info" as const), title } };
    },
  },
});

function enteredToast(entered: AccountEntered, t: TFunction): Omit<Toast, "id"> {
  const text = entered === "link" || entered === "days" ? t(`payouts:payee.entered_text.${entered}`) : null;
  return {
    tone: entered === "same" ? "info" : "success",
    title: t(`payouts:payee.entered.${entered}`),
    ...(text && { description: text }),
  };
}
