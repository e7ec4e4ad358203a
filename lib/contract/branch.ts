/** Git checkouts that clients may look at and move (M45–M47). Bodies are the worker API's: unknown fields are passed over. */
import { z } from "zod";
import { ProjectRef } from "./common";

/** Neither = the checkout of the setting `branch_watch`. `cwd` wins over `project`. */
const place = {
  /** Absolute path of a folder in the checkout. */
  cwd: z
    .string()
    .min(1)
    .max(4096)
    .refine((path) => !path.includes("\0"), "A path holds no NUL character.")
    .optional(),
  project: ProjectRef.optional(),
};

export const CheckoutQuery = z.object(place);
export type CheckoutQuery = z.infer<typeof CheckoutQuery>;

/** What begins with a hyphen would be an option; the rest is git's to judge (`git check-ref-format`). */
export const BranchName = z
  .string()
  .min(1)
  .max(250)
  .refine((name) => !name.startsWith("-"), "A branch's name does not begin with a hyphen.")
  .refine((name) => !/[\u0000-\u001f\u007f]/.test(name), "A branch's name holds no control characters.");

export const BranchSwitch = z.object({ ...place, branch: BranchName });
export type BranchSwitch = z.infer<typeof BranchSwitch>;
export const BranchUpdate = z.object(place);

export const BranchStatus = z
  .object({
    /** null when HEAD is detached: then only `head` says where it is. */
    current: z.string().nullable(),
    /** Commit of HEAD; null before the first one. */
    head: z.string().nullable(),
    /** The branch that it follows, e.g. `origin/main`; null when it follows none. */
    remote: z.string().nullable(),
    /** Commits, as of the last fetch; 0 where it follows none. */
    ahead: z.number().int(),
    behind: z.number().int(),
  })
  .meta({ id: "BranchStatus" });
export type BranchStatus = z.infer<typeof BranchStatus>;

export const BranchSwitched = z.object({ success: z.literal(true) }).meta({ id: "BranchSwitched" });
export type BranchSwitched = z.infer<typeof BranchSwitched>;
/** `updated`: HEAD moved. */
export const BranchUpdated = z.object({ success: z.literal(true), updated: z.boolean() }).meta({ id: "BranchUpdated" });
export type BranchUpdated = z.infer<typeof BranchUpdated>;
