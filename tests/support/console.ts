import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// An unexpected console.error (including React's warnings) fails the test. A test that expects one mocks it with
// vi.spyOn(console, "error").mockImplementation(…) and checks its calls.
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
