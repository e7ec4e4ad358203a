/** Addresses of git checkouts: only those of the setting `branch_roots`. */
import {
  BranchStatus,
  BranchSwitch,
  BranchSwitched,
  BranchUpdate,
  BranchUpdated,
  CheckoutQuery,
} from "../../contract/branch";
import type { ApiOperation } from "./types";

const tag = "branch";

export const branchOperations: ApiOperation[] = [
  {
    method: "get",
    path: "/api/branch/status",
    tag,
    summary: "Branch of a checkout, what it follows, and how far apart they are",
    query: CheckoutQuery,
    output: BranchStatus,
  },
  {
    method: "post",
    path: "/api/branch/switch",
    tag,
    summary: "Switch a clean checkout to another branch",
    body: BranchSwitch,
    output: BranchSwitched,
  },
  {
    method: "post",
    path: "/api/branch/update",
    tag,
    summary: "Fetch what the branch follows and move it forward, never otherwise",
    body: BranchUpdate,
    output: BranchUpdated,
  },
];
