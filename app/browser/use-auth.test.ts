import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AuthProvider, useAuth, type Auth } from "./use-auth";

const auth: Auth = {
  user: { id: "u", name: "Olga", email: "olga@agency.example" },
  organization: { id: "1", name: "Nordlicht" },
  role: "owner",
  appearance: null,
  subscription: { status: "trial", endsAt: new Date(), daysLeft: 3 },
};

function WhoAmI() {
  const { user, organization, role, subscription } = useAuth();
  return createElement("p", null, [user.email, organization.name, role, subscription?.status].join(" "));
}

test("[AUTH-10] useAuth returns user, organization, role and subscription at any depth", () => {
  const deep = createElement("div", null, createElement(WhoAmI));
  expect(renderToStaticMarkup(createElement(AuthProvider, { value: auth }, deep))).toBe(
    "<div><p>olga@agency.example Nordlicht owner trial</p></div>",
  );
});

test("[AUTH-10] useAuth throws outside its provider", () => {
  expect(() => renderToStaticMarkup(createElement(WhoAmI))).toThrow(
    new Error("useAuth must be used within an AuthProvider"),
  );
});
