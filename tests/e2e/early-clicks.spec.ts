import { expect, test } from "./support/test";
import { waitForHydration } from "./support/alive";
import { collectConsoleErrors } from "./support/complaints";

test("[A11Y-01] [PE-01] a click during hydration does not break the page", async ({ page }) => {
  const problems = collectConsoleErrors(page);
  // As soon as React listens, and before it has rendered anything.
  await page.addInitScript(() => {
    const listen = document.addEventListener.bind(document);
    document.addEventListener = (...args: Parameters<typeof listen>) => {
      queueMicrotask(() => {
        document.querySelector("h1")?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
      });
      listen(...args);
    };
  });
  await page.goto("/auth");
  await waitForHydration(page.getByRole("heading").first());
  expect(problems).toEqual([]);
});
