/** Says on stderr what a project's name leaves open: that there is none of it, or several, all of which are meant then. */
import type { Client } from "../../lib/client";
import { fold, namesakes, placeOf } from "./project-label";

const MAX_NAMED = 10;

/** `ref` as options take it: key, name or alias, or several as a comma list. Nothing is said where one of them is known. */
export async function tellOpenProject(client: Client, ref: string | undefined): Promise<void> {
  if (ref === undefined) return;
  const { items } = await client.projects();
  const same = items.some(({ key }) => key === ref) ? [] : namesakes(items, ref);
  if (same.length > 1) {
    console.error(`${same.length} projects are named "${ref}", and all of them are meant. For one of them:`);
    for (const project of same.slice(0, MAX_NAMED)) console.error(`  --project ${project.key}  (${placeOf(project)})`);
    return;
  }
  const known = new Set(items.flatMap(({ key, name, aliases }) => [key, name, ...aliases].map(fold)));
  const asked = [ref, ...ref.split(",")].map(fold);
  if (asked.some((name) => name === "global" || known.has(name))) return;
  const names = [...new Set(items.map(({ name }) => name))];
  const more = names.length > MAX_NAMED ? ", …" : "";
  console.error(
    `There is no project "${ref}".${names.length === 0 ? "" : ` Known: ${names.slice(0, MAX_NAMED).join(", ")}${more}`}`,
  );
}
