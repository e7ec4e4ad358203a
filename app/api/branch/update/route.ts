import { updateBranch } from "@/lib/checkouts/service";
import { BranchUpdate, BranchUpdated } from "@/lib/contract/branch";
import { methods, route } from "@/lib/http/route";

/** M47. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: BranchUpdate, output: BranchUpdated }, ({ app, body }) => updateBranch(app, body)),
});
