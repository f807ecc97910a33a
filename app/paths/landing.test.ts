import { describe, expect, it } from "vitest";
import { homeOf, landingOf, mayOpen, safePath } from "./landing";

const membership = { orgId: "o", role: "owner" as const };
const affiliation = { orgId: "o", affiliateId: "a" };

describe("[AUTH-05] the path remembered during sign-in", () => {
  it.each([
    ["/leads", "/leads"],
    ["/affiliate/deals?tab=won&page=2", "/affiliate/deals?tab=won&page=2"],
    ["/", "/"],
    ["/a/../leads", "/leads"],
    ["/leads#top", "/leads"],
    ["/?redirectTo=https://evil.example", "/?redirectTo=https://evil.example"],
    ["/leads?next=//evil.example", "/leads?next=//evil.example"],
  ])("[AUTH-05] accepts %j as a path of this site", (wanted, path) => {
    expect(safePath(wanted)).toBe(path);
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/.//evil.example",
    "/./\\evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "https://evil.example",
    "https:evil.example",
    "https:/evil.example",
    "//user@evil.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "leads",
    "",
    "http://self.invalid/leads",
    null,
    undefined,
    7,
    ["/leads"],
  ])("[AUTH-05] rejects %j", (wanted) => {
    expect(safePath(wanted)).toBeNull();
  });

  it("[AUTH-05] accepts only paths that a browser resolves to this site", () => {
    const pieces = ["/", "\\", "\t", "\n", ".", "..", "%2e", "%2f", "evil.example", "@", ":", "?", "#", "https:", " "];
    const site = "https://finderlohn.example";
    for (const a of pieces) {
      for (const b of pieces) {
        for (const c of pieces) {
          for (const d of pieces) {
            const path = safePath(`/${a}${b}${c}${d}evil.example`);
            if (path !== null) expect(new URL(path, `${site}/auth`).origin, path).toBe(site);
          }
        }
      }
    }
  });
});

describe("[AUTH-05] the home page of a user", () => {
  it.each([
    ["staff", membership, null, "/leads"],
    ["affiliate", membership, null, "/leads"],
    ["staff", null, affiliation, "/affiliate/dashboard"],
    ["affiliate", null, affiliation, "/affiliate/dashboard"],
    ["staff", membership, affiliation, "/leads"],
    ["affiliate", membership, affiliation, "/affiliate/dashboard"],
    ["staff", null, null, "/onboarding"],
    ["affiliate", null, null, "/onboarding"],
  ] as const)("[AUTH-05] after the %s sign-in, with %j and %j, is %s", (door, member, affiliate, home) => {
    expect(homeOf({ door, membership: member, affiliation: affiliate })).toBe(home);
  });

  it.each([
    ["/affiliate/dashboard", null, affiliation, true],
    ["/affiliate/dashboard", membership, null, false],
    ["/affiliate?x=1", membership, null, false],
    ["/affiliate", null, affiliation, true],
    ["/affiliates", membership, null, true],
    ["/affiliates", null, affiliation, false],
    ["/leads", membership, null, true],
    ["/leads", null, affiliation, false],
    ["/leads", null, null, false],
  ] as const)("[AUTH-05] access to %s with %j and %j: %s", (path, member, affiliate, may) => {
    expect(mayOpen({ membership: member, affiliation: affiliate }, path)).toBe(may);
  });
});

describe("[AUTH-05] the landing page after sign-in", () => {
  const staff = { door: "staff", membership, affiliation: null } as const;

  it("[AUTH-05] is the requested page if the user may open it, otherwise the home page", () => {
    expect(landingOf(staff, "/commissions?tab=paid")).toBe("/commissions?tab=paid");
    expect(landingOf(staff, "/affiliate/terms")).toBe("/leads");
    expect(landingOf(staff, "//evil.example")).toBe("/leads");
    expect(landingOf(staff, undefined)).toBe("/leads");
    expect(landingOf({ ...staff, membership: null }, "/leads")).toBe("/onboarding");
  });

  it("[AUTH-05] ignores paths of more than 2,000 characters and invalid ones", () => {
    const path = `/${"x".repeat(1_999)}`;
    expect(safePath(path)).toBe(path);
    expect(safePath(`${path}x`)).toBeNull();
    expect(safePath("//[")).toBeNull();
  });
});
