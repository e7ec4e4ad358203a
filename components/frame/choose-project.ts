"use client";
/** What a choice of project does to the address of the view: the view stays, what belongs to the old project goes. */
import { usePathname, useRouter } from "next/navigation";
import { viewHref } from "../url";
import { useUrlParams } from "../url-params";

/** Parameters that name something of one project. */
const BOUND = { branch: null, cursor: null, peek: null, turn: null, page: null, at: null } as const;

/** null = all projects. */
export function useChooseProject(): (project: string | null) => void {
  const pathname = usePathname();
  const router = useRouter();
  const { go } = useUrlParams();
  return (project) => {
    // A page of one row belongs to one project: choosing another leads back to the list.
    const list = listOf(pathname);
    if (list === null) go({ ...BOUND, project });
    else router.push(viewHref(list, project));
  };
}

function listOf(pathname: string): string | null {
  if (/^\/(session|observation)\//.test(pathname)) return "/timeline";
  if (pathname.startsWith("/memories/")) return "/memories";
  return null;
}
