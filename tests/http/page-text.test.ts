import { expect, test } from "vitest";
import { activeAffiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { useSite } from "../support/site";
import { openVisitor } from "../support/visitor";

const db = useDatabase();
const site = useSite(db);

// React 18's stream left zero bytes in a page where a character did not fit into its buffer (react/react#24985).
test("a page contains characters of every length whole, wherever they are in it", async () => {
  const org = await createOrg(db.database);
  const affiliate = await activeAffiliate(db.database, org);
  const visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const isWhole = (page: string) => !/[\0\ufffd]/.test(page);
  for (const character of "ä–😀") {
    const name = character.repeat(75);
    const notes = Array.from({ length: 8 }, (_, at) => `${"x".repeat(at)}${character.repeat(200)}`).join("\n");
    const id = await submittedLead(db.database, org, affiliate, { company_name: name, notes });
    const { text: page } = await visitor.open(`/leads/${id}`);
    expect(isWhole(page)).toBe(true);
    for (const line of notes.split("\n")) expect(page).toContain(line);
    // In the value of a field, too.
    const { text: form } = await visitor.open(`/leads/${id}/edit`);
    expect(isWhole(form)).toBe(true);
    expect(form).toContain(`value="${name}"`);
  }
  const { text: list } = await visitor.open("/leads?view=list");
  expect(isWhole(list)).toBe(true);
  for (const character of "ä–😀") expect(list).toContain(character.repeat(75));
});
