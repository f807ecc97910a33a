import { expect, test, type BrowserContext, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { generateSync } from "otplib";
import { waitForHydration } from "./support/alive";
import { becomeOwner, send } from "./support/api";
import { violationsOf } from "./support/axe";
import { newestMail } from "./support/mailbox";
import { letProofEnd } from "./support/people";
import { texts } from "./support/texts";

const PASSWORD = "correct horse battery";
let t: TFunction;
test.beforeAll(async () => {
  t = await texts("en");
});

async function owner(page: Page, name: string) {
  const email = `${name.toLowerCase()}-${Date.now()}@agency.example`;
  await becomeOwner(page.request, { name, email, password: PASSWORD, organization: `${name} Ltd` });
  return email;
}

const button = (page: Page, key: string) => page.getByRole("button", { name: t(key), exact: true });
/** Clicks a button that only scripts handle. */
async function press(page: Page, key: string) {
  await waitForHydration(button(page, key));
  await button(page, key).click();
}

const link = (page: Page, key: string) => page.getByRole("link", { name: t(key), exact: true });

async function signOut(page: Page) {
  await page.request.post("/auth/sign-out", { form: {} });
}

async function givePassword(page: Page, email: string) {
  await page.goto("/auth");
  await page.getByLabel(t("auth:email")).fill(email);
  await page.locator("[name=password]").fill(PASSWORD);
  await button(page, "auth:signin.submit").click();
}

/** Enters the password that a session from some time ago must confirm. */
async function showPassword(page: Page, email: string) {
  await letProofEnd(email);
  await page.reload();
  await page.locator("[name=password]").fill(PASSWORD);
  await button(page, "factor:go_on").click();
}

/** Returns a code of the app; the one after the current one is valid too, and each works once. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Reads the key, enters its code, and stores the recovery codes. */
async function confirmApp(page: Page) {
  await expect(page.getByRole("img", { name: t("factor:qr") })).toBeVisible();
  const secret = (await page.locator("p.font-mono").innerText()).replace(/\s/g, "");
  await page.getByLabel(t("factor:code"), { exact: true }).fill(codeOf(secret));
  await button(page, "factor:confirm").click();
  return { secret, codes: await storeCodes(page) };
}

async function storeCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole("heading", { name: t("factor:codes_title") })).toBeVisible();
  const codes = await page.getByRole("main").getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await violationsOf(page)).toEqual([]);
  await link(page, "factor:codes_done").click();
  return codes;
}

/** Adds a virtual authenticator of Chromium, which recognizes its owner immediately. */
async function authenticator(context: BrowserContext, page: Page) {
  const client = await context.newCDPSession(page);
  await client.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  /** Sets whether a user is present to use it. */
  const attend = (enabled: boolean) =>
    client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  return { attend };
}

async function addPasskey(page: Page, name: string) {
  await button(page, "factor:go_on").click();
  await page.getByLabel(t("factor:passkey_name"), { exact: true }).fill(name);
  await press(page, "factor:make_passkey");
  return storeCodes(page);
}

test("[AUTH-14] a user sets up an authenticator app, signs in with its code, and with a recovery code instead", async ({
  page,
}) => {
  const email = await owner(page, "Anna");
  await page.goto("/settings/account");
  await link(page, "factor:begin").click();
  await expect(page).toHaveURL(/\/second-factor\/app/);
  expect(await violationsOf(page)).toEqual([]);
  await showPassword(page, email);
  await expect(page.getByRole("img", { name: t("factor:qr") })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const { secret, codes } = await confirmApp(page);
  await expect(page).toHaveURL("/settings/account");
  await expect(page.getByText(t("factor:codes_left", { count: 10 }))).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await signOut(page);
  await givePassword(page, email);
  await expect(page).toHaveURL(/\/auth\/code/);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel(t("auth:code.code"), { exact: true }).fill(codeOf(secret, 1));
  await button(page, "auth:signin.submit").click();
  await expect(page).toHaveURL(/\/leads/);

  await signOut(page);
  await givePassword(page, email);
  await link(page, "auth:code.with_recovery").click();
  await page.getByLabel(t("auth:code.recovery"), { exact: true }).fill(codes[0]!);
  await button(page, "auth:signin.submit").click();
  await expect(page).toHaveURL(/\/leads/);
  await page.goto("/settings/account");
  await expect(page.getByText(t("factor:codes_left", { count: 9 }))).toBeVisible();
});

test("[AUTH-14] a user adds a passkey, signs in with it alone and after the password, and removes it with itself", async ({
  page,
  context,
}) => {
  const email = await owner(page, "Paul");
  const { attend } = await authenticator(context, page);
  await page.goto("/settings/account");
  await link(page, "factor:add_passkey").click();
  await expect(page).toHaveURL(/\/second-factor\/passkey/);
  await addPasskey(page, "Paul’s laptop");
  await expect(page).toHaveURL("/settings/account");
  await expect(page.getByText("Paul’s laptop")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await signOut(page);
  // Without the offer in the field, which the authenticator would also answer.
  await page.addInitScript(() => (PublicKeyCredential.isConditionalMediationAvailable = async () => false));
  await page.goto("/auth?redirectTo=/settings/account");
  await expect(button(page, "factor:sign_in")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await press(page, "factor:sign_in");
  await expect(page).toHaveURL("/settings/account");
  await expect(page.getByText(t("factor:last_used"), { exact: false }).first()).toBeVisible();

  await signOut(page);
  await attend(false);
  await givePassword(page, email);
  await expect(page).toHaveURL(/\/auth\/code/);
  expect(await violationsOf(page)).toEqual([]);
  await attend(true);
  await press(page, "factor:with_passkey");
  await expect(page).toHaveURL(/\/leads/);

  await page.goto("/settings/account");
  await page.getByRole("link", { name: t("factor:remove_named", { name: "Paul’s laptop" }), exact: true }).click();
  await expect(page.getByText(t("factor:remove_last_text"))).toBeVisible();
  await letProofEnd(email);
  await page.reload();
  await press(page, "factor:with_passkey");
  await expect(page.getByText(t("factor:turned_off")).first()).toBeVisible();
  await expect(page).toHaveURL("/settings/account");
  await expect(page.getByText("Paul’s laptop")).toBeHidden();
});

test("[AUTH-14] reports a canceled or unknown passkey, and names other ways without JavaScript", async ({
  page,
  browser,
  context,
}) => {
  await page.goto("/auth/passkey");
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await press(page, "factor:sign_in");
  await expect(page.getByRole("alert").getByText(t("errors:passkey_cancelled"))).toBeVisible();
  await context.close();

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
  const still = await plain.newPage();
  for (const address of ["/auth", "/auth/passkey"]) {
    await still.goto(address);
    await expect(still.getByText(t("factor:needs_javascript"))).toBeVisible();
  }
  await plain.close();
});

test("[AUTH-14] an owner requires 2FA: a second member is led to its setup, and then to the requested page", async ({
  page,
  browser,
}) => {
  await owner(page, "Rita");
  const email = `rolf-${Date.now()}@agency.example`;
  await send(page.request, "/settings/members/invite", { email, role: "member" });
  const subject = t("mail:member_invitation.subject", { organization: "Rita Ltd" });
  const join = /https?:\/\/\S+\/join/.exec(await newestMail(page.request, email, subject))?.[0] ?? "";
  const context = await browser.newContext({ locale: "en-GB" });
  const other = await context.newPage();
  await send(other.request, new URL(join).pathname, { name: "Rolf", password: PASSWORD });
  await other.goto("/leads");
  await expect(other).toHaveURL(/\/leads/);

  await page.goto("/settings/members");
  await expect(page.getByText(t("members:factor.own_first"))).toBeVisible();
  await page.goto("/second-factor/app");
  await button(page, "factor:go_on").click();
  await confirmApp(page);
  await page.goto("/settings/members");
  await button(page, "members:factor.require").click();
  await expect(page.getByText(t("members:factor.required")).first()).toBeVisible();

  await other.goto("/commissions");
  await expect(other).toHaveURL(/\/second-factor\?/);
  await expect(other.getByText(t("factor:required_text", { organization: "Rita Ltd" }))).toBeVisible();
  expect(await violationsOf(other)).toEqual([]);
  await link(other, "factor:set_up").click();
  await showPassword(other, email);
  const { codes } = await confirmApp(other);
  await expect(other).toHaveURL(/\/commissions/);

  // The last factor cannot be removed while 2FA is required.
  await letProofEnd(email);
  await other.goto("/second-factor/remove");
  await other.getByLabel(t("factor:own_code"), { exact: true }).fill(codes[0]!);
  await button(other, "factor:remove").click();
  await expect(other.getByText(t("errors:factor_required"))).toBeVisible();
  await context.close();
});
