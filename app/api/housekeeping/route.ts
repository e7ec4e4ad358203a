import { Housekeeping, HousekeepingAsked, HousekeepingBody } from "@/lib/contract/housekeeping";
import { askForRun, describeHousekeeping } from "@/lib/housekeeping/service";
import { methods, route } from "@/lib/http/route";

/** GET: last runs, next ones, what would be archived now. POST: asks for a run now. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", output: Housekeeping }, ({ app }) => describeHousekeeping(app)),
  POST: route({ body: HousekeepingBody, output: HousekeepingAsked, status: 202 }, ({ app, body }) =>
    askForRun(app, body.run),
  ),
});
