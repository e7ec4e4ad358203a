import { branchStatus } from "@/lib/checkouts/service";
import { BranchStatus, CheckoutQuery } from "@/lib/contract/branch";
import { methods, route } from "@/lib/http/route";

/** M45. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: CheckoutQuery, output: BranchStatus }, ({ app, query }) => branchStatus(app, query)),
});
