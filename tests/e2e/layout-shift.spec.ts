import { expect, test } from "./support/test";

test("[P6] nothing moves when the font loads late", async ({ browser }) => {
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    viewport: { width: 390, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const window = globalThis as unknown as { moved: number };
    window.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  let fonts = 0;
  await page.route(/\.woff2$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    fonts++;
    await route.continue();
  });
  for (const path of ["/", "/pricing"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => (globalThis as unknown as { moved: number }).moved), path).toBe(0);
  }
  expect(fonts).toBeGreaterThan(0);
  await context.close();
});
