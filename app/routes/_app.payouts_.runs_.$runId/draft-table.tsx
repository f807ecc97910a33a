import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useAffiliateName } from "~/browser/namesakes";
import { InvoiceNote } from "~/components/payouts/invoice-note";
import { useAmountColumns } from "~/components/payouts/use-amount-columns";
import { useProposalWords } from "~/components/payouts/use-proposal-words";
import { EmptyState } from "~/components/ui/empty-state";
import { NameLink } from "~/components/ui/name-link";
import { RowActionButton, RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import type { ProposedPayout } from "~/domain/payouts/plan-run";
import type { Run } from "~/domain/payouts/run";
import { paths } from "~/paths/paths";
import { runIntents } from "./intents";
import "~/components/payouts/payout-texts";

/** What a draft would pay now. Each affiliate can be left out. */
export function DraftTable({ run: { proposals, currency } }: { run: Run }) {
  const { t } = useTranslation(["runs", "common"]);
  const affiliateName = useAffiliateName();
  const words = useProposalWords(currency);
  const amounts = useAmountColumns(currency, ({ lines, net, vatTotal, gross }: ProposedPayout) => {
    return { lines: lines.length, net, vat: vatTotal, gross };
  });
  const columns = [
    {
      id: "name",
      header: t("affiliate"),
      primary: true,
      className: "cells:min-w-40",
      cell: (one: ProposedPayout) => (
        <>
          <NameLink to={paths.affiliate(one.affiliateId)}>{affiliateName(one.affiliateId, one.name)}</NameLink>
          {one.reason && <span className="block text-xs font-normal text-warning">{words(one)}</span>}
          <InvoiceNote proposal={one} />
        </>
      ),
    },
    ...amounts,
  ];
  return (
    <Table
      caption={t("affiliates")}
      rows={proposals}
      rowKey={({ affiliateId }) => affiliateId}
      columns={columns}
      rowActions={({ affiliateId, name }) => (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="affiliate_id" value={affiliateId} />
          <RowActions id={affiliateId} label={t("common:actions_of", { name: affiliateName(affiliateId, name) })}>
            <RowActionButton
              {...intent(runIntents, "leave_out")}
              icon="minus"
              text={t("run.leave_out")}
              of={affiliateName(affiliateId, name)}
            />
          </RowActions>
        </Form>
      )}
      empty={
        <EmptyState icon="wallet" title={t("run.empty")}>
          {t("run.empty_text")}
        </EmptyState>
      }
    />
  );
}
