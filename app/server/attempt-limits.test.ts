import { expect, test } from "vitest";
import { networkOf } from "./rate-limits.server";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["", ""],
])("[AUTH-13] %j counts as %j, because one machine has a whole IPv6 network", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
