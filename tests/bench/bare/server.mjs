// Serves the bare app like the real one: with the same Express, Remix and React.
import { createRequestHandler } from "@remix-run/express";
import { installGlobals } from "@remix-run/node";
import compression from "compression";
import express from "express";

const build = await import(process.env.BENCH_BUILD ?? "");
installGlobals({ nativeFetch: true });
const app = express();
app.use(compression());
app.get("/readyz", (_request, response) => void response.end());
app.all("/{*path}", createRequestHandler({ build, mode: "production" }));
app.listen(Number(process.env.PORT), process.env.HOST ?? "127.0.0.1");
