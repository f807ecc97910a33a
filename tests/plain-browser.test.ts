import { expect, test } from "vitest";
import "./support/plain/matchers";
import { openPlain, type PlainPage } from "./support/plain/page";
import type { Site, SiteRequest, SiteResponse } from "./support/site";

// The browser without JavaScript of tests/http/plain does what a real one does, and refuses what a real one would.

let asked: { path: string; body: string }[] = [];
let pages: Record<string, string | { to: string }> = {};
let page: PlainPage;

const site: Site = {
  appUrl: "http://site.test",
  port: 0,
  log: () => "",
  stop: () => Promise.resolve(),
  request(path: string, { form, body }: SiteRequest = {}): Promise<SiteResponse> {
    asked.push({ path, body: form ? new URLSearchParams(form).toString() : String(body ?? "") });
    const found = pages[path.split("?")[0]!] ?? "";
    const [location, text] = typeof found === "string" ? [undefined, found] : [found.to, ""];
    const headers = location === undefined ? {} : { location };
    return Promise.resolve({ status: location ? 302 : 200, headers, text, bytes: Buffer.from(text) });
  },
};

async function show(html: string): Promise<void> {
  pages = { "/": html, "/next": "<main id='x'>Next</main>".replaceAll("'", '"'), "/go": { to: "/next?done=1#x" } };
  page = await openPlain(site, { language: "en" });
  await page.goto("/");
  asked = [];
}

test("a button sends its form with the line ends of a browser, and a redirect leads on", async () => {
  await show(`
    <form id="f" method="post" action="/go">
      <label for="t">Title</label><input id="t" name="title" value="Old"/>
      <textarea name="notes">a &lt; b\nc</textarea>
      <label><input type="checkbox" name="box" value="1" checked=""/>One</label>
      <input type="radio" name="way" value="x" checked=""/><input type="radio" name="way" value="y"/>
      <select name="list"><option value="a">A</option><option value="b" selected="">B</option></select>
      <input name="must" required=""/>
      <button name="intent" value="save">Save</button>
      <button name="intent" value="other" formnovalidate="">Other</button>
    </form>`);
  page.getByLabel("Title").fill("New");
  page.getByLabel("One").uncheck();
  page.locator("[name=way][value=y]").check();
  page.locator("[name=list]").selectOption({ label: "A" });
  await expect(page.getByRole("button", { name: "Save" }).click()).rejects.toThrow("must");
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Other" }).click();
  expect(asked.map(({ path }) => path)).toEqual(["/go", "/next?done=1"]);
  expect([...new URLSearchParams(asked[0]!.body)]).toEqual([
    ["title", "New"],
    ["notes", "a < b\r\nc"],
    ["way", "y"],
    ["list", "a"],
    ["must", ""],
    ["intent", "other"],
  ]);
  expect(page).toHaveURL("/next?done=1#x");
});

test("a form with a file sends it, or an empty one", async () => {
  await show(`<form method="post" action="/go" enctype="multipart/form-data"><input name="a" value="1"/>
    <input type="file" name="list"/><input type="file" name="none"/><button>Send</button></form>`);
  page.locator("[name=list]").setInputFiles("list.csv", "x;y");
  await page.getByRole("button", { name: "Send" }).click();
  const parts = asked[0]!.body.split(/--+boundary-of-the-tests/).map((part) => part.trim().split("\r\n"));
  expect(parts.map((lines) => [/ name=.*/.exec(lines[0]!)?.[0], lines.at(-1)])).toEqual([
    [undefined, ""],
    [' name="a"', "1"],
    [' name="list"; filename="list.csv"', "x;y"],
    [' name="none"; filename=""', "Content-Type: application/octet-stream"],
    [undefined, "--"],
  ]);
});

test("Enter presses the first button; a form to read replaces the query; the history leads back", async () => {
  await show(`
    <form action="/next?old=1"><input type="search" name="q"/><button name="b" value="1">Go</button><button>No</button></form>
    <form action="/next"><input type="text" name="alone" value="1"/></form><a href="/next">On</a>`);
  page.getByRole("searchbox").fill("ä b");
  await page.getByRole("searchbox").press("Enter");
  expect(page).toHaveURL("/next?q=%C3%A4+b&b=1");
  await page.goBack();
  expect(page).toHaveURL("/");
  await page.getByRole("textbox").press("Enter");
  expect(page).toHaveURL("/next?alone=1");
  await page.goBack();
  await page.getByRole("link", { name: "On" }).click();
  expect(page).toHaveURL("/next");
});

test("refuses what a user cannot do", async () => {
  await show(`
    <button disabled="">Disabled</button><button type="button">Script</button>
    <details><summary>More</summary><a href="/next">Inside</a></details>
    <input readonly="" name="fixed"/><input type="date" name="day"/><p>Text</p><p>Text</p>`);
  const link = page.getByRole("link", { name: "Inside" });
  expect(link).toHaveCount(0);
  await expect(page.locator("a").click()).rejects.toThrow("not visible");
  await page.locator("summary").click();
  expect(link).toBeVisible();
  const press = (name: string) => page.getByRole("button", { name }).click();
  await expect(press("Disabled")).rejects.toThrow("disabled");
  await expect(press("Script")).rejects.toThrow("does nothing");
  expect(() => page.locator("[name=fixed]").fill("x")).toThrow("no field to fill");
  expect(() => page.locator("[name=day]").fill("1.2.2027")).toThrow("does not take");
  expect(() => page.locator("p").textContent()).toThrow("2 instead of one");
  expect(() => page.locator("ul").textContent()).toThrow("0 instead of one");
});

test("shows what the style sheet shows in a wide window", async () => {
  await show(`
    <p hidden="">1</p><p class="hidden">2</p><p class="sm:hidden">3</p><div class="row-menu"><p>4</p></div>
    <div popover=""><p>5</p></div><p class="max-md:hidden">a</p><p class="hidden md:flex">b</p>
    <div popover="" class="row-actions"><p>c</p></div><div popover="" class="lg:contents"><p>d</p></div>
    <button>Save<b>d</b><i aria-hidden="true">x</i><span class="hidden"> no</span></button>`);
  expect(page.getByRole("paragraph")).toHaveText(["a", "b", "c", "d"]);
  for (const hidden of page.getByText(/^\d$/).all()) expect(hidden).not.toBeVisible();
  expect(page.locator("button")).toHaveAccessibleName("Saved");
});

test("locators narrow each other and are found anew on each page", async () => {
  await show(`
    <table><tbody><tr><th scope="row">Alpha</th><td><a href="/" aria-label="Edit: Alpha">E</a></td></tr>
    <tr><td>Beta</td></tr></tbody></table>`);
  const rows = page.getByRole("row");
  expect(rows).toHaveCount(2);
  expect(rows.filter({ hasText: "alpha" }).getByRole("link", { name: /^Edit/ })).toHaveCount(1);
  expect(rows.filter({ has: page.getByRole("rowheader") })).toContainText("Alpha");
  expect(rows.last().or(page.getByRole("link"))).toHaveText(["E", "Beta"]);
  expect(rows.all().map((row) => row.textContent().trim())).toEqual(["AlphaE", "Beta"]);
  await page.goto("/next");
  expect(rows).toHaveCount(0);
});

test("the focus is on the target of the address, or on what asks for it", async () => {
  await show(`<input type="text" name="a" autofocus="" hidden=""/><input type="text" name="b" autofocus=""/>
    <main id="main" tabindex="-1"></main><p id="p"></p>`);
  expect(page.locator("[name=b]")).toBeFocused();
  await page.goto("/#main");
  expect(page.locator("main")).toBeFocused();
  await page.goto("/#p");
  expect(page.locator(":focus")).toHaveCount(0);
});

test("assertions fail when they should", async () => {
  await show(`<p>One</p><input type="checkbox"/><input type="text" autofocus=""/><input type="hidden" name="h"/>`);
  const text = page.locator("p");
  const box = page.getByRole("checkbox");
  const failing: [string, () => void][] = [
    ["count", () => expect(text).toHaveCount(2)],
    ["part", () => expect(text).toContainText("Two")],
    ["whole", () => expect(text).toHaveText("On")],
    ["url", () => expect(page).toHaveURL("/other")],
    ["visible", () => expect(page.locator("[name=h]")).toBeVisible()],
    ["nothing", () => expect(page.locator("ul")).toBeVisible()],
    ["nothing without", () => expect(page.locator("ul")).not.toContainText("x")],
    ["checked", () => expect(box).toBeChecked()],
    ["focus", () => expect(box).toBeFocused()],
    ["value", () => expect(page.getByRole("textbox")).toHaveValue("x")],
    ["attribute", () => expect(text).toHaveAttribute("class")],
    ["read-only", () => expect(page.getByRole("textbox")).not.toBeEditable()],
  ];
  expect(failing.filter(([, run]) => !fails(run)).map(([name]) => name)).toEqual([]);
  expect(page.getByRole("textbox")).toBeFocused();
});

function fails(run: () => void): boolean {
  try {
    run();
    return false;
  } catch {
    return true;
  }
}
