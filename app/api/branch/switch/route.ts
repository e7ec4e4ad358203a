import { switchBranch } from "@/lib/checkouts/service";
import { BranchSwitch, BranchSwitched } from "@/lib/contract/branch";
import { methods, route } from "@/lib/http/route";

/** M46. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: BranchSwitch, output: BranchSwitched }, ({ app, body }) => switchBranch(app, body)),
});
