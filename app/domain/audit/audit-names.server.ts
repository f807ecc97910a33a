import type { Scope } from "../shared/scope";

// The log keeps ids. Their names are looked up in the organisation's own rows, all of one kind at a time.

/** Names of those who acted (members and affiliates), by the text the log keeps of them. */
export async function namesOfActors(
  scope: Scope,
  entries: { actor: string }[],
): Promise<Map<string, string>> {
  const idsOf = (kind: string) =>
    unique(entries.map(({ actor }) => actor).filter((actor) => actor.startsWith(`${kind}:`))).map((actor) =>
      actor.slice(kind.length + 1),
    );
  const [members, affiliates] = [idsOf("member"), idsOf("affiliate")];
  const people = members.length
    ? await scope.db.orgMember.findMany({
        where: { userId: { in: members } },
        select: { userId: true, user: { select: { name: true } } },
      })
    : [];
  const names = await affiliateNames(scope, affiliates);
  return new Map([
    ...people.map((one) => [`member:${one.userId}`, one.user.name] as const),
    ...[...names].map(([id, name]) => [`affiliate:${id}`, name] as const),
  ]);
}

/** What was acted upon. */
export interface AuditSubject {
  name: string;
  /** Which record has it to show; a monthly payment is shown with its deal. */
  kind: "affiliate" | "lead" | "deal";
  id: string;
}

/** What was acted upon, as far as it is there, by the id the log has. */
export async function namesOfSubjects(
  scope: Scope,
  entries: { entity: string; entityId: string }[],
): Promise<Map<string, AuditSubject>> {
  const idsOf = (entity: string) =>
    unique(entries.filter((entry) => entry.entity === entity).map((entry) => entry.entityId));
  const named = (kind: AuditSubject["kind"], names: Map<string, string>) =>
    [...names].map(([id, name]) => [id, { kind, id, name }] as const);
  return new Map([
    ...named("affiliate", await affiliateNames(scope, idsOf("affiliate"))),
    ...named("lead", await leadNames(scope, idsOf("lead"))),
    ...named("deal", await dealNames(scope, idsOf("deal"))),
    ...(await paidDeals(scope, idsOf("commission_payment"))),
  ]);
}

const unique = (ids: string[]) => [...new Set(ids)];
const dealName = (deal: { title: string; lead: { companyName: string } }) =>
  `${deal.lead.companyName} – ${deal.title}`;
const inDeal = { title: true, lead: { select: { companyName: true } } } as const;

async function affiliateNames(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db.affiliate.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function leadNames(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db.lead.findMany({
    where: { id: { in: ids } },
    select: { id: true, companyName: true },
  });
  return new Map(rows.map((row) => [row.id, row.companyName]));
}

async function dealNames(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db.deal.findMany({ where: { id: { in: ids } }, select: { id: true, ...inDeal } });
  return new Map(rows.map((row) => [row.id, dealName(row)]));
}

async function paidDeals(scope: Scope, ids: string[]): Promise<Map<string, AuditSubject>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db.commissionPayment.findMany({
    where: { id: { in: ids } },
    select: { id: true, dealId: true, deal: { select: inDeal } },
  });
  return new Map(rows.map((row) => [row.id, { kind: "deal", id: row.dealId, name: dealName(row.deal) }]));
}
