/**
 * A condition in SQL: a row of `import_row` is that of the lead with an e-mail address. Where the columns of the file
 * are known, another column may hold the address too, that of the row's affiliate; it does not count. `orgId` and
 * `emails`: parameters such as `$1`, the second with all spellings of the address.
 */
export const isRowOfLead = (orgId: string, emails: string): string =>
  `exists (select from public.import_run run
     where run.org_id = ${orgId} and run.id = import_id and run.kind = 'leads'
       and (email = any(${emails}) or case when run.columns ? 'email'
         then exists (select from jsonb_path_query(run.columns, 'lax $.email[*]') place
           where ${cellIs("cells[place::int + 1]", emails)})
         else exists (select from unnest(cells) cell where ${cellIs("cell", emails)}) end))`;

/** A cell as the file has it. */
const cellIs = (cell: string, emails: string) => `normalize(lower(btrim(${cell})), NFC) = any(${emails})`;
