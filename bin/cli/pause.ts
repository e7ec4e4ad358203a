/** `keepsake pause` and `keepsake resume`: capture or recall of one session or one project rests, and goes on. */
import { Argument, Command, Option } from "commander";
import type { PauseAnswer, PauseInput, PauseWhat } from "../../lib/contract/codewatch";
import { connect } from "./connect";
import { projectLabel } from "./project-label";
import { typed } from "./typed";

const WHAT = ["capture", "recall"] as const;

interface Options {
  session?: string;
  host?: string;
  project?: string;
}

export const pauseCommand = (): Command =>
  command("pause", "Let capture or recall rest for one session or project", true);
export const resumeCommand = (): Command => command("resume", "Go on with capture or recall after a pause", false);

function command(name: string, description: string, paused: boolean): Command {
  return new Command(name)
    .description(`${description}; without an option, the project of this folder`)
    .addArgument(new Argument("[what]", "which of the two; default both").choices(WHAT))
    .addOption(new Option("--session <id>", "number of the session, or the agent's own id of it").conflicts("project"))
    .option("--host <agent>", "whose session it is, where two agents have the same id")
    .option("--project <project>", "key, name, alias or folder")
    .action(async (what: PauseWhat | undefined, options: Options) => {
      const { client } = await connect();
      for (const one of what === undefined ? WHAT : [what]) {
        const answer = await client.pause(inputOf(one, paused, options));
        const of = nameOf(answer, answer.scope === "project" ? (await client.projects()).items : []);
        const state = paused ? "rests" : "goes on";
        if (answer.operation_id === null)
          console.log(`${title(one)} of ${of} ${paused ? "rested" : "went on"} already.`);
        else console.log(`${title(one)} of ${of} ${state}. To take it back: ${typed(`undo ${answer.operation_id}`)}`);
      }
    });
}

/** A person knows a project by its name. */
export function nameOf(
  { scope, id }: Pick<PauseAnswer, "scope" | "id">,
  projects: Parameters<typeof projectLabel>[0],
): string {
  return scope === "project" ? `project ${projectLabel(projects)(id, String(id))}` : `session ${id}`;
}

const title = (what: PauseWhat): string => (what === "capture" ? "Capture" : "Recall");

/** A number is the session's in the console; anything else the agent's own id. */
export function inputOf(what: PauseWhat, paused: boolean, { session, host, project }: Options): PauseInput {
  if (session !== undefined)
    return /^\d{1,15}$/.test(session) && host === undefined
      ? { scope: "session", id: Number(session), what, paused }
      : { scope: "session", session, ...(host === undefined ? {} : { host }), what, paused };
  const place = project === undefined ? { cwd: process.cwd() } : isFolder(project) ? { cwd: project } : { project };
  return { scope: "project", ...place, what, paused };
}

const isFolder = (text: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(text);
