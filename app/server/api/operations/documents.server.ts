import { z } from "zod";
import {
  documentKinds,
  lineKinds,
  type DocumentFormat,
  type DocumentLine,
  type IssuedDocument,
} from "~/domain/documents/document";
import { taxStatuses } from "~/domain/documents/tax-status";
import {
  documentStates,
  listDocuments,
  readDocument,
  requireDocumentFile,
  type DocumentSummary,
} from "~/domain/payouts/list-documents.server";
import { toPercentText } from "~/domain/shared/money";
import type { Scope } from "~/domain/shared/scope";
import { answerPage, idParameter, pageOf, pageParameters, periodOf, periodParameters } from "../lists.server";
import { operation, type Params } from "../operation";
import { account, accountOf, currencyParameter, party, partyOf, vatGroups, vatGroupsOf } from "../payout-shapes.server";
import { day, id, moment, money, moneyOf, percent } from "../shapes.server";
import { about } from "../texts.server";

const named = z.object({ id, number: z.string() }).nullable();
const file = z.object({
  size: z.int().describe(about("file_size")),
  sha256: z.string().describe(about("file_sha256")),
});

const summary = {
  id,
  kind: z.enum(documentKinds).describe(about("document_kind")),
  number: z.string(),
  state: z.enum(documentStates).describe(about("document_state")),
  payout_id: id,
  affiliate_id: id,
  affiliate_name: z.string(),
  issued_on: day,
  cancels: named.describe(about("document_canceled")),
  canceled_by: named.describe(about("document_canceled_by")),
  net: money,
  vat: money,
  gross: money.describe(about("document_gross")),
  pdf: file.nullable().describe(about("document_pdf")),
  xml: file.nullable().describe(about("document_xml")),
  created_at: moment,
};

function summaryOf(one: DocumentSummary): z.output<z.ZodObject<typeof summary>> {
  const of = (amount: number) => moneyOf({ amount, currency: one.currency });
  return {
    id: one.id,
    kind: one.kind,
    number: one.number,
    state: one.state,
    payout_id: one.payoutId,
    affiliate_id: one.affiliateId,
    affiliate_name: one.affiliate,
    issued_on: one.issuedOn,
    cancels: one.cancels,
    canceled_by: one.canceledBy,
    net: of(one.net),
    vat: of(one.vat),
    gross: of(one.gross),
    pdf: one.files.pdf,
    xml: one.files.xml,
    created_at: one.createdAt,
  };
}

const document = z.object(summary).meta({ id: "PayoutDocument" });

const line = z
  .object({
    kind: z.enum(lineKinds).describe(about("line_kind")),
    deal_title: z.string(),
    company_name: z.string(),
    from: day.describe(about("supply_from")),
    to: day.describe(about("supply_to")),
    amount: money,
    tax_status: z.enum(taxStatuses),
    rate_percent: percent,
    corrects: z.string().nullable().describe(about("line_corrects")),
  })
  .meta({ id: "PayoutDocumentLine" });

const lineOf = (one: DocumentLine, currency: string): z.output<typeof line> => ({
  kind: one.kind,
  deal_title: one.deal,
  company_name: one.company,
  from: one.from,
  to: one.to,
  amount: moneyOf({ amount: one.amount, currency }),
  tax_status: one.status,
  rate_percent: toPercentText(one.rateBp),
  corrects: one.corrects,
});

const documentDetails = z
  .object({
    ...summary,
    statement: z.string().describe(about("document_statement")),
    payer: party,
    payee: party,
    account,
    lines: z.array(line),
    vat_groups: vatGroups,
  })
  .meta({ id: "PayoutDocumentDetails" });

function detailsOf(found: DocumentSummary & { content: IssuedDocument }): z.output<typeof documentDetails> {
  const { content, currency } = found;
  return {
    ...summaryOf(found),
    statement: content.statement,
    payer: partyOf(content.payer),
    payee: partyOf(content.payee),
    account: accountOf(content.account),
    lines: content.lines.map((one) => lineOf(one, currency)),
    vat_groups: vatGroupsOf(content.vat, currency),
  };
}

const load = (format: DocumentFormat) => (scope: Scope, params: Params) =>
  requireDocumentFile(scope, params["document_id"], format);

export const documentOperations = [
  operation({
    id: "list_documents",
    tag: "payouts",
    method: "GET",
    path: "/payout-documents",
    query: z.object({
      ...pageParameters,
      ...periodParameters,
      run_id: idParameter,
      payout_id: idParameter,
      affiliate_id: idParameter,
      kind: z.enum(documentKinds).optional().describe(about("document_kind")),
      currency: currencyParameter,
    }),
    answer: pageOf(document),
    run: async ({ scope, query }) => {
      const { run_id: runId = null, payout_id: payoutId = null, affiliate_id: affiliateId = null } = query;
      const { kind = null, currency = null } = query;
      const { from, to } = (await periodOf(scope, query)) ?? { from: null, to: null };
      const list = (at: { cursor: string | null; size: number }) =>
        listDocuments(scope, { runId, payoutId, affiliateId, kind, currency, from, to }, at);
      return answerPage("payout_documents", query, list, summaryOf);
    },
  }),
  operation({
    id: "read_document",
    tag: "payouts",
    method: "GET",
    path: "/payout-documents/{document_id}",
    answer: documentDetails,
    read: async (scope, params) => {
      const found = await readDocument(scope, params["document_id"]);
      return found && detailsOf(found);
    },
  }),
  operation({
    id: "load_document_pdf",
    tag: "payouts",
    method: "GET",
    path: "/payout-documents/{document_id}/pdf",
    answer: z.unknown(),
    sends: "application/pdf",
    load: load("pdf"),
  }),
  operation({
    id: "load_document_xml",
    tag: "payouts",
    method: "GET",
    path: "/payout-documents/{document_id}/xml",
    answer: z.unknown(),
    sends: "application/xml",
    load: load("xml"),
  }),
];
