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

test("[P3] looks up a text without parameters once, however many components request it", async () => {
  const { i18n, lookUps } = await instance();
  expect(i18n.getFixedT(null, "common")("save")).toBe("Save");
  expect(i18n.getFixedT(null, "common")("save")).toBe("Save");
  expect(i18n.getFixedT(null, ["common", "leads"])("save")).toBe("Save");
  expect(lookUps).toHaveBeenCalledTimes(2);
});

test("[P3] looks up a text with a count once per count, and does not cache texts with more parameters", async () => {
  const { i18n, lookUps } = await instance();
  const t = i18n.getFixedT(null, "common") as (key: string, options: object) => string;
  for (const count of [2, 3, 2, 3]) expect(t("rows", { count })).toBe(`${count} rows`);
  expect(lookUps).toHaveBeenCalledTimes(2);
  for (const name of ["A", "B"]) expect(t("named", { count: 2, name })).toBe(`${name}: 2`);
  expect(lookUps).toHaveBeenCalledTimes(4);
});

test("keeps texts of different namespaces and texts with parameters apart", async () => {
  const { i18n } = await instance();
  const t = i18n.getFixedT(null, "common");
  expect(t("save")).toBe("Save");
  expect(i18n.getFixedT(null, "leads")("save")).toBe("Save lead");
  expect(t("leads:save")).toBe("Save lead");
  expect(t("rows", { count: 2 })).toBe("2 rows");
  expect(t("rows", { count: 3 })).toBe("3 rows");
});

test("returns texts for keys from data even if the cache is full", async () => {
  const { i18n } = await instance();
  const t = i18n.getFixedT(null, "common") as (key: string) => string;
  for (let one = 0; one < 2_100; one++) t(`unknown-${one}`);
  expect(t("save")).toBe("Save");
  expect(t("unknown-2099")).toBe("unknown-2099");
});
