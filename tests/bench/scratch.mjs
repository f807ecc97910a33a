import { share } from "./world.mjs"; import fs from "node:fs";
process.env.BENCH_HOME="/tmp/bench";
const shared = share(); const world=await shared.world(); const small = await shared.org("small"); const big = await shared.org("big"); 
const { address, pid } = await shared.server();
fs.writeFileSync("/tmp/p2.json", JSON.stringify({address, pid, small, big, owner: world.ownerUrl, app: world.env.DATABASE_APP_URL})); console.log("ready", big.seconds);
await new Promise((r)=>process.once("SIGTERM", r)); await shared.close(); process.exit(0);
