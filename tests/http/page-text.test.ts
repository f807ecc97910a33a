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
  const notes = [..."ä–😀"].map((character, at) => `${"x".repeat(at)}${character.repeat(300)}`);
  for (const [at, text] of notes.entries()) {
    await submittedLead(db.database, org, affiliate, { company_name: `${at} ${text.slice(0, 150)}`, notes: text });
  }
  const visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const { text: page } = await visitor.open("/leads?view=list");
  expect(page).not.toContain("\0");
  expect(page).not.toContain("\ufffd");
  for (const [at, text] of notes.entries()) expect(page).toContain(`${at} ${text.slice(0, 150)}`);
});
