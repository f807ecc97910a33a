import { expect, test } from "vitest";
import { outgoingLinks } from "~/paths/outgoing";
import { languages } from "~/i18n/languages";
import { sampleMail } from "~/platform/mail/samples.server";
import { activeAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { attributes, textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor } from "../support/visitor";

const CONTACT = "help@operator.example";
const db = useDatabase();
const site = useSite(db, { CONTACT_EMAIL: CONTACT });

const publicPages = ["/", "/pricing", "/auth", "/affiliate/login", "/docs/api"];

test.each(languages)(
  "[PUB-01] the footer of the public pages contains the operator's address: %s",
  async (language) => {
    const visitor = await openVisitor(site, { language });
    for (const path of publicPages) {
      const { text } = await visitor.open(path);
      expect(attributes(text, "href"), path).toContain(`mailto:${CONTACT}`);
      expect(textIn(text), path).toMatch(new RegExp(`Conta(ct|cto)|Kontakt`));
      expect(textIn(text), path).toContain(CONTACT);
    }
  },
);

test("[PUB-01] staff have it in their menu and in texts that suggest writing; affiliates contact their organization", async () => {
  const org = await createOrg(db.database);
  const affiliate = await activeAffiliate(db.database, org);
  const door = { door: "affiliate", affiliateOrgId: org.orgId } as const;
  const staff = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const links = async (path: string) =>
    attributes((await staff.open(path)).text, "href").filter((href) => href === `mailto:${CONTACT}`).length;
  expect(await links("/leads")).toBe(1);
  // The text about more emails to strangers: "please contact us".
  expect(await links("/settings/general")).toBe(2);
  const session = await signIn(db.database, affiliate, door);
  const portal = await openVisitor(site, { language: "en", session });
  expect((await portal.open("/affiliate/dashboard")).text).not.toContain("mailto:");
});

test.each(languages)("[PUB-01] [NOT-02] emails in the operator's name end with it: %s", async (language) => {
  const links = outgoingLinks(TEST_APP_URL, () => false, CONTACT);
  const { text, html } = await sampleMail("paid_twice", language, links);
  for (const part of [text, html]) expect(part).toContain(CONTACT);
  const invitation = await sampleMail("invite", language, links);
  for (const part of [invitation.text, invitation.html]) expect(part).not.toContain(CONTACT);
  const without = await sampleMail("paid_twice", language, outgoingLinks(TEST_APP_URL));
  expect(without.text).not.toMatch(/null|undefined|@/);
});
