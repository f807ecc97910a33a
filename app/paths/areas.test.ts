import fs from "node:fs";
import { expect, test } from "vitest";
import { areaOf } from "./areas";
import { staffScreens } from "./paths";

test("[AUTH-09] recognizes every path of a protected area", () => {
  expect(areaOf("/leads")).toBe("staff");
  expect(areaOf("/affiliates/1/terms")).toBe("staff");
  expect(areaOf("/affiliate")).toBe("portal");
  expect(areaOf("/affiliate/dashboard")).toBe("portal");
  for (const path of ["/", "/auth", "/pricing", "/onboarding", "/affiliate/login", "/leadsx"]) {
    expect(areaOf(path), path).toBe("public");
  }
  const routes = fs.readdirSync("app/routes").flatMap((name) => /^_app\.(?!tsx$)([a-z]+)/.exec(name)?.[1] ?? []);
  expect(new Set(routes)).toEqual(new Set(staffScreens));
});
