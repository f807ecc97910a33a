import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import "~/components/affiliates/batch-texts";
import { FormActions } from "~/components/forms/form-actions";
import { UnchangedPanel } from "~/components/toast/unchanged-panel";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { MAX_AT_ONCE } from "~/domain/commissions/commission";
import { matchReceipts } from "~/domain/commissions/match-receipts";
import {
  assignReceiptsSchema,
  MAX_RECEIPT_FILES,
  sharedReceiptSchema,
  transactionKey,
} from "~/domain/commissions/receipt-batch";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { transactionsBehind } from "~/paths/transaction-choice";
import { runAction } from "~/server/action.server";
import { RECEIPT_FILE } from "~/server/files/take-receipt.server";
import { staffScope } from "~/server/open-scope.server";
import {
  assignReceipts,
  chosenTransactions,
  filesOfDialog,
  shareReceipt,
  uploadReceipts,
} from "~/server/receipt-batches.server";
import { translator } from "~/server/request-language.server";
import { AssignForm } from "./assign-form";
import { receiptIntents } from "./intents";
import { SharedForm } from "./shared-form";
import { UploadForm } from "./upload-form";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const params = new URL(args.request.url).searchParams;
  return staffScope(args, async (scope) => {
    const transactions = await chosenTransactions(scope, params);
    const files = await filesOfDialog(scope, params);
    const names = files.map(({ name }) => name);
    const matches = matchReceipts(names, transactions);
    return {
      title: t("batches:receipts.title", { count: transactions.length }),
      transactions: transactions.map((one) => ({ ...one, key: transactionKey(one) })),
      // First the files that need a choice.
      files: files
        .map(({ id, name }, index) => {
          const match = matches[index] ?? null;
          return { id, name, match: match === null ? null : transactionKey(transactions[match]!) };
        })
        .sort((one, other) => Number(one.match !== null) - Number(other.match !== null)),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const url = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    repeated: {
      payment_id: MAX_AT_ONCE,
      deal_id: MAX_AT_ONCE,
      file_id: MAX_RECEIPT_FILES,
      transaction: MAX_RECEIPT_FILES,
    },
    takesFile: RECEIPT_FILE,
    mostFiles: MAX_RECEIPT_FILES,
    of: receiptIntents,
    intents: {
      upload: uploadReceipts(url),
      assign: { schema: assignReceiptsSchema, ...assignReceipts(url) },
      share: { schema: sharedReceiptSchema, ...shareReceipt(url) },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, receiptIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Adds receipts to several transactions: a file for each, or one for all (WORK-04). */
export default function ReceiptsOfSeveral() {
  const { title, transactions, files } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["batches", "common"]);
  const { search } = useLocation();
  const closeTo = transactionsBehind(search);
  if (transactions.length === 0) {
    return (
      <RouteDialog title={title} closeTo={closeTo}>
        <Alert tone="info">{t("receipts.none")}</Alert>
        <FormActions className="pt-4">
          <DialogCancel to={closeTo}>{t("common:close")}</DialogCancel>
        </FormActions>
      </RouteDialog>
    );
  }
  const replaced = transactions.filter(({ receiptUrl }) => receiptUrl !== null).length;
  return (
    <RouteDialog title={title} closeTo={closeTo} size={files.length > 0 ? "xl" : "lg"}>
      <div className="grid gap-5">
        <UnchangedPanel />
        {replaced > 0 && <Alert tone="warning">{t("receipts.replaces", { count: replaced })}</Alert>}
        {files.length > 0 ? (
          <AssignForm
            key={files.map(({ id }) => id).join()}
            files={files}
            transactions={transactions}
            closeTo={closeTo}
          />
        ) : (
          <>
            <UploadForm isFirst />
            <SharedForm transactions={transactions} closeTo={closeTo} />
          </>
        )}
      </div>
    </RouteDialog>
  );
}
