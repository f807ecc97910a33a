import { expect, test } from "vitest";
import { readAnnouncement } from "./announcement";

const ORG = "11111111-1111-4111-8111-111111111111";
const ONE = "22222222-2222-4222-8222-222222222222";

test("[API-05] reads organization, topic and affiliates from a message", () => {
  expect(readAnnouncement(`${ORG}:lead:${ONE}`)).toEqual({
    orgId: ORG,
    topic: "lead",
    affiliates: new Set([ONE]),
  });
  expect(readAnnouncement(`${ORG}:deal:`)?.affiliates).toEqual(new Set());
  expect(readAnnouncement(`${ORG}:deal:*`)?.affiliates).toBe("all");
});

test.each(["", "lead", `${ORG}:session:`, `x:lead:`, `${ORG}:lead:<script>`, `${ORG}:lead:${"a".repeat(9_000)}`])(
  "[API-05] ignores malformed messages: %#",
  (text) => {
    expect(readAnnouncement(text)).toBeNull();
  },
);
