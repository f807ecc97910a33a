import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

// A budget of cores shared by all stages of a run: CPU-intensive work takes a slot first.

const LOOK_MS = 250;

/**
 * Opens the budget: one slot per core, and more while cores are idle, because a waiting test leaves its core unused.
 * The processes of the run connect through TEST_SLOTS; a process that ends releases its slot.
 */
export async function openSlots() {
  const processors = os.availableParallelism();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-slots-"));
  const address = path.join(folder, "slots");
  let held = 0;
  /** @type {net.Socket[]} */
  const waiting = [];

  const grant = () => {
    const socket = waiting.shift();
    if (!socket) return;
    if (socket.destroyed) return grant();
    held += 1;
    socket.once("close", () => {
      held -= 1;
      if (held < processors) grant();
    });
    socket.write("yours");
  };
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.resume();
    waiting.push(socket);
    if (held < processors) grant();
  });
  await new Promise((resolve) => server.listen(address, () => resolve(undefined)));
  server.unref();

  let before = idleMs();
  setInterval(() => {
    const now = idleMs();
    const idle = (now - before) / LOOK_MS;
    before = now;
    if (idle > 0.5 && held < 2 * processors) grant();
  }, LOOK_MS).unref();
  process.env.TEST_SLOTS = address;
  process.once("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
}

/** Returns the total idle time of all cores since the machine started. */
const idleMs = () => os.cpus().reduce((sum, { times }) => sum + times.idle, 0);

/**
 * Waits for a slot; returns immediately without a budget.
 * @returns {Promise<() => void>} releases the slot
 */
export function takeSlot() {
  const address = process.env.TEST_SLOTS;
  if (!address) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const socket = net.connect(address);
    socket.once("error", reject);
    // A held slot does not keep the process alive.
    socket.once("data", () => resolve(() => void socket.unref().destroy()));
  });
}
