import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { textIn } from "../../support/html";

/**
 * Returns the text of the newest email to an address with a subject, from the local mailbox. Waits for the job that
 * sends it; emails about payments are sent after the time to undo.
 */
export async function newestMail(request: APIRequestContext, to: string, subject: string): Promise<string> {
  let text = "";
  await expect(async () => {
    const list = await (await request.get("/dev/mailbox")).text();
    const links = list.matchAll(/<a [^>]*href="[^"]*\?mail=([^"]+)"[^>]*>(.*?)<\/a>/gs);
    const mail = [...links].find(([, , title]) =>
      textIn(title!).includes(`${subject.replace(/\s+/g, " ")} ${to}`),
    )?.[1];
    expect(mail, `a mail "${subject}" to ${to}`).toBeTruthy();
    const html = await (await request.get(`/dev/mailbox?mail=${mail}`)).text();
    text = textIn(/<article\b.*?<\/article>/s.exec(html)![0]);
  }).toPass({ timeout: 40_000 });
  return text;
}

/** Returns the one-time link in the newest email to an address. */
export async function newestLink(request: APIRequestContext, to: string, subject: string): Promise<string> {
  const link = /https?:\/\/\S+\/link\/[\w-]+/.exec(await newestMail(request, to, subject))?.[0];
  if (!link) throw new Error(`the email "${subject}" to ${to} has no link`);
  return link;
}

/** Opens the newest email to an address as a user would, in the mailbox's page. */
export async function openNewestMail(page: Page, to: string, subject: string): Promise<string> {
  await newestMail(page.request, to, subject);
  await page.goto("/dev/mailbox");
  const mail = page.getByRole("listitem").filter({ hasText: to }).filter({ hasText: subject });
  const address = await mail.first().getByRole("link").getAttribute("href");
  // Not by a click: until its response arrives, the newest email of all is open, which may have the same subject.
  await page.goto(new URL(address ?? "", page.url()).href);
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  return (await page.getByRole("article").textContent()) ?? "";
}
