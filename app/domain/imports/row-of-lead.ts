/**
 * A condition in SQL: a row of `import_row` is that of the lead with an e-mail address. Other columns of the row can hold the address too,
 * that of its affiliate; they do not count. `orgId` and `email`: parameters such as `$1`.
 */
export const isRowOfLead = (orgId: string, email: string): string =>
  `exists (select from public.import_run run
     where run.org_id = ${orgId} and run.id = import_id and run.kind = 'leads'
       and (email = ${email} or lower(btrim(cells[(run.columns ->> 'email')::int + 1])) = ${email}))`;
