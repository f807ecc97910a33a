import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// An unexpected console.error (React's warnings among them) fails the test. A test that provokes one replaces it with
// vi.spyOn(console, "error").mockImplementation(…) and looks at what it was called with.
const unexpected: string[] = [];
const print = console.error;

console.error = (...args: unknown[]) => {
  unexpected.push(format(...args));
  print(...args);
};

const check = () => {
  const [first] = unexpected.splice(0);
  if (first !== undefined) throw new Error(`unexpected console.error: ${first}`);
};
afterEach(check);
afterAll(check);
