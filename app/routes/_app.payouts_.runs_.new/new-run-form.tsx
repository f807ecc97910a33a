import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import type { FormReply } from "~/browser/form-reply";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { InvoiceNote } from "~/components/payouts/invoice-note";
import { useAmountColumns } from "~/components/payouts/use-amount-columns";
import { useProposalWords } from "~/components/payouts/use-proposal-words";
import { barPlace, besideBar, boxClass } from "~/components/selection/selection-line";
import { EmptyState } from "~/components/ui/empty-state";
import { Link } from "~/components/ui/link";
import { useLiveText } from "~/components/ui/live-text";
import { NameLink } from "~/components/ui/name-link";
import { StatCard, StatGrid } from "~/components/ui/stat-card";
import { Table } from "~/components/ui/table";
import type { ProposedPayout } from "~/domain/payouts/plan-run";
import { isUnpaidReason } from "~/domain/payouts/plan-statements";
import { createRunSchema } from "~/domain/payouts/run.schema";
import { dialogOnPage } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";
import { AskForDetails } from "./ask-for-details";
import { previewIntents } from "./intents";
import "~/components/payouts/payout-texts";

type NewRunFormProps = {
  proposals: readonly ProposedPayout[];
  currency: string;
  until: string;
  version: string;
  lastResult: FormReply | undefined;
};

/** The form's id. The checkboxes of both tables refer to it with the `form` attribute. */
const FORM = "new-run";

/** Those who are proposed, those who are left out with the reason, and the button that creates the draft. */
export function NewRunForm({ proposals, currency, until, version, lastResult }: NewRunFormProps) {
  const { t } = useTranslation("runs");
  const format = useFormat();
  const [form, fields] = useForm({
    id: FORM,
    lastResult,
    defaultValue: { currency, until, version },
    ...bySchema(createRunSchema),
  });
  const proposed = proposals.filter(({ reason }) => reason === null);
  // Those to whom nothing is due come last: they may be most, and there is nothing to do about them.
  const leftOut = proposals
    .filter(({ reason }) => reason !== null)
    .sort((one, other) => Number(one.reason === "nothing_due") - Number(other.reason === "nothing_due"));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(proposed.map((one) => one.affiliateId)));
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const inRun = proposals.filter(({ affiliateId }) => chosen.has(affiliateId));
  const money = (amount: number) => format.money({ amount, currency });
  const sumOf = (part: "net" | "vatTotal" | "gross") => money(inRun.reduce((sum, one) => sum + one[part], 0));
  const payees = t("payees", { count: inRun.length });
  const chosenText = `${payees} · ${sumOf("gross")}`;
  useLiveText(() => chosenText);
  const box = { currency, chosen, choose };
  return (
    <div className={`space-y-8 ${besideBar}`}>
      {proposals.some(({ payable }) => payable) && (
        <StatGrid pairs>
          <StatCard label={t("net")} value={sumOf("net")} />
          <StatCard label={t("vat")} value={sumOf("vatTotal")} />
          <StatCard label={t("gross")} value={sumOf("gross")} hint={payees} />
        </StatGrid>
      )}
      <div className="space-y-3">
        <h2 className="text-base font-semibold">{t("preview.proposed")}</h2>
        <ProposalTable caption={t("preview.proposed")} proposals={proposed} isLeftOut={leftOut.length > 0} {...box} />
      </div>
      {leftOut.length > 0 && (
        <div className="space-y-3">
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <div>
              <h2 className="text-base font-semibold">{t("preview.left_out")}</h2>
              <p className="text-muted">{t("preview.left_out_text")}</p>
            </div>
            {leftOut.some(({ reason }) => reason === "profile_incomplete") && (
              <AskForDetails currency={currency} until={until} />
            )}
          </div>
          <ProposalTable caption={t("preview.left_out")} proposals={leftOut} withReason {...box} />
        </div>
      )}
      {proposals.some(({ payable }) => payable) && (
        <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-xl gap-4">
          <FormErrors form={form} labels={{ note: t("preview.note") }} title={t("preview.failed")} />
          <HiddenField field={fields.currency} value={currency} />
          <HiddenField field={fields.until} value={until} />
          <HiddenField field={fields.version} value={version} />
          <TextField
            field={fields.note}
            label={t("preview.note")}
            help={t("preview.note_help")}
            autoComplete="off"
            optional
          />
          {leftOut.some(({ reason }) => isUnpaidReason(reason)) && (
            <label className="-mx-2 flex min-h-11 items-start gap-3 rounded-md p-2 hover:bg-sunken">
              <input
                type="checkbox"
                name={fields.covers_all.name}
                value="yes"
                defaultChecked={!lastResult || fields.covers_all.initialValue === "yes"}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span>
                <span className="font-medium">{t("preview.covers_all")}</span>
                <span className="block text-muted">{t("preview.covers_all_help")}</span>
              </span>
            </label>
          )}
          <p className="text-muted">{t("preview.law")}</p>
        </Form>
      )}
      {proposals.some(({ payable }) => payable) && (
        <div
          className={`${barPlace} flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border bg-surface p-3 shadow-float md:px-4`}
        >
          {/* Without JavaScript it cannot follow the checkboxes. */}
          <p className="font-medium tabular-nums noscript:hidden">{chosenText}</p>
          <SubmitButton
            form={FORM}
            {...intent(previewIntents, "create")}
            pendingLabel={t("preview.creating")}
            className="max-md:w-full"
          >
            {t("preview.create")}
          </SubmitButton>
        </div>
      )}
    </div>
  );
}

type ProposalTableProps = {
  caption: string;
  proposals: readonly ProposedPayout[];
  withReason?: boolean;
  /** Whether others are left out, so that an empty table does not mean that nothing is due. */
  isLeftOut?: boolean;
  currency: string;
  chosen: ReadonlySet<string>;
  choose: (id: string, on: boolean) => void;
};

function ProposalTable(props: ProposalTableProps) {
  const { caption, proposals, withReason = false, isLeftOut = false, currency, chosen, choose } = props;
  const { t } = useTranslation("runs");
  const affiliateName = useAffiliateName();
  const words = useProposalWords(currency);
  const amounts = useAmountColumns(currency, ({ lines, net, vatTotal, gross }: ProposedPayout) => {
    return { lines: lines.length, net, vat: vatTotal, gross };
  });
  const choice = [
    {
      id: "choice",
      header: t("preview.include"),
      isChoice: true,
      cell: ({ affiliateId, name, payable }: ProposedPayout) =>
        payable && (
          <label className="grid size-11 cursor-pointer place-items-center md:size-10">
            <input
              type="checkbox"
              name="affiliate_id"
              value={affiliateId}
              form={FORM}
              checked={chosen.has(affiliateId)}
              onChange={(event) => choose(affiliateId, event.currentTarget.checked)}
              aria-label={`${t("preview.include")}: ${affiliateName(affiliateId, name)}`}
              className={boxClass}
            />
          </label>
        ),
    },
  ];
  const columns = [
    // Nobody who is left out can be chosen.
    ...(withReason ? [] : choice),
    {
      id: "name",
      header: t("affiliate"),
      primary: true,
      className: "cells:min-w-40",
      cell: (one: ProposedPayout) => (
        <>
          <NameLink to={paths.affiliate(one.affiliateId)}>{affiliateName(one.affiliateId, one.name)}</NameLink>
          {one.payable && <InvoiceNote proposal={one} />}
        </>
      ),
    },
    ...(withReason
      ? [
          {
            id: "reason",
            header: t("preview.reason"),
            cell: (one: ProposedPayout) =>
              one.reason === "profile_incomplete" ? (
                <Link
                  to={dialogOnPage(one.affiliateId, "payout", "")}
                  className="text-warning underline underline-offset-2"
                >
                  {words(one)}
                  <span className="sr-only">: {affiliateName(one.affiliateId, one.name)}</span>
                </Link>
              ) : (
                words(one)
              ),
          },
        ]
      : []),
    ...amounts,
  ];
  return (
    <Table
      caption={caption}
      rows={proposals}
      rowKey={({ affiliateId }) => affiliateId}
      columns={columns}
      empty={
        <EmptyState icon="wallet" title={t(isLeftOut ? "preview.nobody_ready" : "preview.nobody")}>
          {t(isLeftOut ? "preview.nobody_ready_text" : "preview.nobody_text")}
        </EmptyState>
      }
    />
  );
}
