/**
 * A condition in SQL: a row of `import_row` is that of the lead with an e-mail address. Where the columns of the file are known, another
 * column may hold the address too, that of the row's affiliate; it does not count. `orgId` and `email`: parameters such as `$1`.
 */
export const isRowOfLead = (orgId: string, email: string): string =>
  `exists (select from public.import_run run
     where run.org_id = ${orgId} and run.id = import_id and run.kind = 'leads'
       and (email = ${email} or case when run.columns ? 'email'
         then lower(btrim(cells[(run.columns ->> 'email')::int + 1])) = ${email}
         else exists (select from unnest(cells) cell where lower(btrim(cell)) = ${email}) end))`;
