import { createInstance } from "i18next";
import { expect, test, vi } from "vitest";
import { rememberTexts } from "./remember-texts";

async function instance() {
  const i18n = createInstance();
  await i18n.init({
    lng: "en",
    resources: {
      en: {
        common: { save: "Save", rows: "{{count}} rows", named: "{{name}}: {{count}}" },
        leads: { save: "Save lead" },
      },
    },
    defaultNS: "common",
  });
  const lookUps = vi.spyOn(i18n, "t");
  return { i18n: rememberTexts(i18n), lookUps };
}

test("[P3] a text without parameters is looked up once, however many components ask for it", async () => {
  const { i18n, lookUps } = await instance();
  expect(i18n.getFixedT(null, "common")("save")).toBe("Save");
  expect(i18n.getFixedT(null, "common")("save")).toBe("Save");
  expect(i18n.getFixedT(null, ["common", "leads"])("save")).toBe("Save");
  expect(lookUps).toHaveBeenCalledTimes(2);
});

test("[P3] a text with a count is looked up once for each count, and not remembered when it has more parameters", async () => {
  const { i18n, lookUps } = await instance();
  const t = i18n.getFixedT(null, "common") as (key: string, options: object) => string;
  for (const count of [2, 3, 2, 3]) expect(t("rows", { count })).toBe(`${count} rows`);
  expect(lookUps).toHaveBeenCalledTimes(2);
  for (const name of ["A", "B"]) expect(t("named", { count: 2, name })).toBe(`${name}: 2`);
  expect(lookUps).toHaveBeenCalledTimes(4);
});

test("texts of other namespaces and texts with parameters are not mixed up", async () => {
  const { i18n } = await instance();
  const t = i18n.getFixedT(null, "common");
  expect(t("save")).toBe("Save");
  expect(i18n.getFixedT(null, "leads")("save")).toBe("Save lead");
  expect(t("leads:save")).toBe("Save lead");
  expect(t("rows", { count: 2 })).toBe("2 rows");
  expect(t("rows", { count: 3 })).toBe("3 rows");
});

test("keys that come from data are answered, too, when more of them were asked for than are remembered", async () => {
  const { i18n } = await instance();
  const t = i18n.getFixedT(null, "common") as (key: string) => string;
  for (let one = 0; one < 2_100; one++) t(`unknown-${one}`);
  expect(t("save")).toBe("Save");
  expect(t("unknown-2099")).toBe("unknown-2099");
});
