import { Router } from "express";
import { paths } from "~/paths/paths";
import { answerFile, type FileSettings } from "~/server/files/answer-file.server";
import { send } from "./answer";

/**
 * Returns the routes of files at their signed addresses. They run before everything that reads a session: nothing but
 * the signature decides, and the response cannot run in the site's origin.
 */
export function fileRoutes(settings: FileSettings): Router {
  const router = Router();
  const path = `${paths.fileContent()}:key/:name`;
  router.get(path, (request, response, next) => {
    answerFile(settings, String(request.params["key"]))
      .then(async (answer) => {
        if (!answer)
          return void response.status(404).set("Cache-Control", "no-store").type("text/plain").send("Not found\n");
        // They replace the headers of pages, where send() would add a second one.
        for (const name of answer.headers.keys()) response.removeHeader(name);
        await send(answer, response);
      })
      .catch(next);
  });
  router.all(path, (_request, response) => {
    response.status(405).set("Allow", "GET, HEAD").type("text/plain").send("This address only returns a file.\n");
  });
  return router;
}
