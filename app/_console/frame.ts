/** What the frame needs of the request and the store. */
import { cookies, headers } from "next/headers";
import type { ProjectChoice } from "@/components/frame/project-choice";
import { lastActivity } from "@/lib/activity/service";
import { attempt } from "./load";
import { programFile } from "./program";
import { projectChoices } from "./projects";

export interface Frame {
  /** The proxy allows inline scripts by this nonce only; the theme's is one. */
  nonce: string | undefined;
  /** Milliseconds; what relative times are counted from until the browser's clock takes over. */
  now: number;
  /** IANA name that the browser left in a cookie. */
  zone: string;
  /** Where the live line begins, so that nothing between drawing and connecting is missed; null = from now on. */
  activityId: number | null;
  /** Empty when the store can't be opened: the page reports that, the frame stands. */
  projects: ProjectChoice[];
  /** Path of the program's file; null when the store can't be opened. */
  program: string | null;
}

export async function readFrame(): Promise<Frame> {
  const activityId = await attempt(lastActivity);
  const projects = await attempt(projectChoices);
  const program = await attempt(programFile);
  return {
    activityId: activityId.ok ? activityId.data : null,
    nonce: (await headers()).get("x-nonce") ?? undefined,
    now: Date.now(),
    zone: (await cookies()).get("keepsake-zone")?.value ?? "UTC",
    projects: projects.ok ? projects.data : [],
    program: program.ok ? program.data : null,
  };
}
