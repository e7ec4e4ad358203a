"use client";
/** What a choice of project does to the address of the view: the view stays, what belongs to the old project goes. */
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { hrefWith, viewHref } from "../url";

/** Parameters that name something of one project. */
const BOUND = { branch: null, cursor: null, peek: null, turn: null, page: null } as const;

/** null = all projects. */
export function useChooseProject(): (project: string | null) => void {
  const pathname = usePathname();
  const params = useSearchParams();
  const router = useRouter();
  return (project) => {
    // A page of one row belongs to one project: choosing another leads back to the list.
    const list = listOf(pathname);
    router.push(list === null ? hrefWith(pathname, params, { ...BOUND, project }) : viewHref(list, project));
  };
}

function listOf(pathname: string): string | null {
  if (/^\/(session|observation)\//.test(pathname)) return "/timeline";
  if (pathname.startsWith("/memories/")) return "/memories";
  return null;
}
