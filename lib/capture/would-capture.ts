/** Whether the rules of capture let something in: asked by a person who sets them, answered by what capture itself asks. */
import type { App } from "../context";
import type { CaptureQuestion, CaptureVerdict } from "../contract/capture-rules";
import { findProject, identifyProject } from "../projects/service";
import { readSettings } from "../settings/service";
import { projectExcluder } from "./excluded-projects";
import { toolSkipper } from "./excluded-tools";

/** The project that the folder belongs to, or would make, and each rule that keeps something out. Changes nothing. */
export function wouldCapture(app: App, { folder, tool, patterns, tools }: CaptureQuestion): CaptureVerdict {
  const settings = readSettings(app);
  const reasons: CaptureVerdict["reasons"] = [];
  let project: CaptureVerdict["project"] = null;
  if (folder !== undefined) {
    const identity = identifyProject(app, { cwd: folder });
    const row = findProject(app.db, identity);
    const names = { name: row?.name ?? identity.name, key: row?.key ?? identity.key, folder };
    project = { id: row?.id ?? null, name: names.name, key: names.key, mode: row?.mode ?? "auto" };
    // One by one, so that the person sees which.
    const pattern = (patterns ?? settings.excluded_projects).find((one) => projectExcluder([one])(names));
    if (pattern !== undefined) reasons.push({ code: "excluded_project", rule: pattern });
    if (row !== null && (row.mode === "off" || row.mode === "read-only"))
      reasons.push({ code: "project_mode", rule: row.mode });
  }
  if (tool !== undefined) {
    const named = (tools ?? settings.skip_tools).find((one) => toolSkipper([one])(tool));
    if (named !== undefined && !toolSkipper([])(tool)) reasons.push({ code: "skipped_tool", rule: named });
    else if (toolSkipper([])(tool)) reasons.push({ code: "own_tool", rule: tool });
  }
  return { captured: reasons.length === 0, project, reasons };
}
