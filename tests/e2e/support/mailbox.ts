import { expect, type Page } from "@playwright/test";

/**
 * Opens the newest mail to an address in the local mailbox and returns its text. Waits for the job that sends it; mails of
 * payments go out when those cannot be undone any more.
 */
export async function newestMail(page: Page, to: string, subject: string): Promise<string> {
  await expect(async () => {
    await page.goto("/dev/mailbox");
    const mail = page.getByRole("listitem").filter({ hasText: to }).filter({ hasText: subject });
    const address = await mail.first().getByRole("link").getAttribute("href", { timeout: 500 });
    // Not by a click: until its answer is there, the newest mail of all stands open, which may have the same subject.
    await page.goto(new URL(address ?? "", page.url()).href);
    await expect(page.getByRole("heading", { name: subject })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
  return (await page.getByRole("article").textContent()) ?? "";
}

/** The one-time link in the newest mail to an address. */
export async function newestLink(page: Page, to: string, subject: string): Promise<string> {
  const link = /https?:\/\/\S+\/link\/[\w-]+/.exec(await newestMail(page, to, subject))?.[0];
  if (!link) throw new Error(`the mail "${subject}" to ${to} has no link`);
  return link;
}
