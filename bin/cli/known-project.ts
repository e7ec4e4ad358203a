/** Says on stderr that a project which was named is not there: what is printed beside it speaks of no project then. */
import type { Client } from "../../lib/client";

const MAX_NAMED = 10;

/** `ref` as options take it: key, name or alias, or several as a comma list. Nothing is said where one of them is known. */
export async function tellUnknownProject(client: Client, ref: string | undefined): Promise<void> {
  if (ref === undefined) return;
  const { items } = await client.projects();
  const known = new Set(items.flatMap(({ key, name, aliases }) => [key, name, ...aliases].map(fold)));
  const asked = [ref, ...ref.split(",")].map(fold);
  if (asked.some((name) => name === "global" || known.has(name))) return;
  const names = [...new Set(items.map(({ name }) => name))];
  const more = names.length > MAX_NAMED ? ", …" : "";
  console.error(
    `There is no project "${ref}".${names.length === 0 ? "" : ` Known: ${names.slice(0, MAX_NAMED).join(", ")}${more}`}`,
  );
}

const fold = (name: string): string => name.trim().toLowerCase();
