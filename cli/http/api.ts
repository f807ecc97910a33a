import express, { Router, type Request, type Response } from "express";
import type { ApiRequest } from "~/server/api/input.server";
import { answerApi, type ApiSettings } from "~/server/api/handle.server";
import { API_ROOT } from "~/server/api/operation";
import { send } from "./answer";
import { ApiProblem } from "~/server/api/problem.server";

/** Max bytes of an API request body. */
const LIMIT_BYTES = 64 * 1024;

/**
 * Returns the routes of the REST API. They run before the form and origin checks, because the API key authenticates the
 * request. Browsers never send it by themselves, and cookies are ignored.
 */
export function apiRoutes(settings: ApiSettings): Router {
  const router = Router();
  router.use(API_ROOT, (request, response, next) => {
    const url = new URL(request.originalUrl, settings.origin);
    const { method } = request;
    const requestId = response.locals["requestId"] as string;
    answerApi(settings, {
      method,
      url,
      requestId,
      ip: request.ip ?? "",
      header: (name) => request.get(name),
      body: () => bodyOf(request, response),
      bytes: () => request,
    })
      .then(async ({ status, headers, body, text: kept = JSON.stringify(body), file }) => {
        response.status(status).set(headers);
        if (file) return send(new Response(file), response);
        if (body === null) return void response.end();
        if (!response.get("Content-Type")) response.type("application/json");
        // send() would add a separate ETag for lists and problems.
        const text = `${kept}\n`;
        response.set("Content-Length", String(Buffer.byteLength(text))).end(text);
      })
      .catch(next);
  });
  return router;
}

const readBytes = express.raw({ type: () => true, limit: LIMIT_BYTES, inflate: false });

function bodyOf(request: Request, response: Response): ReturnType<ApiRequest["body"]> {
  return new Promise((resolve, reject) => {
    readBytes(request, response, (error?: unknown) => {
      if (error === undefined) return resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      const { type } = error as { type?: string };
      if (type === "entity.too.large") reject(new ApiProblem("body_too_large", [], { Connection: "close" }));
      else if (type === "encoding.unsupported") reject(new ApiProblem("body_encoded"));
      else reject(new ApiProblem("body_malformed"));
    });
  });
}
