/** How a project was recognised, from its key. Pure. */
import type { Project } from "@/lib/contract/project";

/** Its remote, repository, folder or name: the key without its prefix. */
export const placeOf = ({ key }: Pick<Project, "key">): string => key.replace(/^(?:git|repo|path|name|split):/, "");

/** A person split it off: then its folder says whose it is, not its repository. */
export const isSplit = ({ key }: Pick<Project, "key">): boolean => key.startsWith("split:");
