import { expect, test } from "vitest";
import { hashPassword } from "~/platform/passwords.server";
import { useDatabase } from "../../support/database";
import { openPlain, type PlainPage } from "../../support/plain/page";
import { newestMail, plainOwner, shown } from "../../support/plain/world";
import { useSite } from "../../support/site";

// An agency of more than one person, without JavaScript.

const db = useDatabase();
const site = useSite(db);

const PASSWORD = "correct horse battery";
const nora = { name: "Nora Noscript", email: "nora@agency.example" };

test("[ORG-05] [PE] a member is invited, joins and takes over, and the old owner leaves", async () => {
  const { org, staff: page, t } = await plainOwner(db, site, "en");
  const { owner } = org;
  const hash = "update app_user set password_hash = $2 where id = $1";
  await db.ownerPool.query(hash, [owner.userId, await hashPassword(PASSWORD)]);
  const other = await openPlain(site, { language: "en" });
  const row = (one: PlainPage, email: string) => one.getByRole("row").filter({ hasText: email });
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));

  await page.goto("/settings/members");
  await page.getByRole("link", { name: t("members:invite.open") }).click();
  dialog.getByLabel(t("members:email"), { exact: true }).fill(nora.email);
  dialog.getByRole("radio", { name: new RegExp(`^${t("members:roles.member")}`) }).check();
  await dialog.getByRole("button", { name: t("members:invite.submit") }).click();
  expect(shown(page, t("members:toast.invited"))).toBeVisible();

  const subject = t("mail:member_invitation.subject", { organization: org.name });
  await other.goto(/https?:\/\/\S+\/join/.exec(await newestMail(db, nora.email, subject))![0]);
  expect(other.getByText(t("members:join.text_member", { organization: org.name }))).toBeVisible();
  other.getByLabel(t("auth:name")).fill(nora.name);
  other.locator("[name=password]").fill(PASSWORD);
  await other.getByRole("button", { name: t("members:join.submit", { organization: org.name }) }).click();
  expect(other).toHaveURL("/leads");

  await page.goto("/settings/members");
  await page.getByRole("link", { name: t("members:action.hand_over") }).click();
  const choice = dialog.locator("[name=member]");
  choice.selectOption({ label: `${nora.name} (${nora.email})` });
  await db.ownerPool.query("update session set proven_at = now() - interval '11 minutes' where user_id = $1", [
    owner.userId,
  ]);
  const handOver = dialog.getByRole("button", { name: t("members:hand_over.submit") });
  // An attacker at the screen does not know the password; the chosen member stays chosen.
  await handOver.click();
  expect(dialog).toContainText(t("errors:proof_required"));
  expect(choice.locator("option:checked")).toHaveText(`${nora.name} (${nora.email})`);
  dialog.locator("[name=password]").fill("not the password");
  await handOver.click();
  expect(dialog).toContainText(t("errors:password_wrong"));
  dialog.locator("[name=password]").fill(PASSWORD);
  await handOver.click();
  expect(shown(page, t("members:toast.handed_over"))).toBeVisible();
  expect(row(page, nora.email)).toContainText(t("members:roles.owner"));
  expect(row(page, owner.email)).toContainText(t("members:roles.member"));
  expect(page.getByText(t("members:owner_only", { owners: nora.name }))).toBeVisible();

  await row(page, owner.email)
    .getByRole("link", { name: t("members:action.leave") })
    .click();
  await dialog.getByRole("button", { name: t("members:leave.submit") }).click();
  await page.goto("/leads");
  expect(page).not.toHaveURL("/leads");
  await other.goto("/settings/members");
  expect(row(other, nora.email)).toContainText(t("members:roles.owner"));
  expect(row(other, owner.email)).toHaveCount(0);
});
