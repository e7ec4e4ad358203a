/** What an address answers that no route takes. */
import { AppError } from "../contract/errors";
import { methods, route } from "./route";

const none = route({}, (): never => {
  throw new AppError("not_found", "There is nothing at this address.", {
    hint: "GET /api/openapi.json lists all addresses.",
  });
});

/** The exports of a route file that takes what is left below its folder: JSON 404, whatever the method. */
export const nowhere = {
  ...methods({ GET: none, POST: none, PUT: none, PATCH: none, DELETE: none }),
  OPTIONS: none,
};
