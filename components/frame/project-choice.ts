/** A project as the switcher and the palette know it. */
import type { ProjectMode } from "@/lib/contract/project";

export interface ProjectChoice {
  id: number;
  /** What `?project=` carries. */
  ref: string;
  name: string;
  mode: ProjectMode;
  /** Of its latest session that names one. */
  branch: string | null;
}
