/** `keepsake search <words>`: the best hits of each kind. */
import { Command, InvalidArgumentError, Option } from "commander";
import { DISPLAY_ORDER, SEARCH_TYPES, type SearchHit, SearchMode, type SearchType } from "../../lib/contract/search";
import { localIso } from "../../lib/format";
import { connect } from "./connect";
import { tellOpenProject } from "./known-project";
import { projectLabel, type ProjectLabel } from "./project-label";

interface Options {
  mode: SearchMode;
  type?: SearchType;
  project?: string;
  limit: number;
  json?: boolean;
}

export const searchCommand = (): Command =>
  new Command("search")
    .description("Search memories, observations, summaries, prompts and events")
    .argument("<words...>")
    .addOption(new Option("--mode <mode>", "how to find").choices(SearchMode.options).default("hybrid"))
    .addOption(new Option("--type <type>", "one kind only").choices(SEARCH_TYPES))
    .option("--project <project>", "key, name or alias")
    .option("--limit <number>", "hits of each kind", parseLimit, 5)
    .option("--json", "as JSON")
    .action(async (words: string[], options: Options) => {
      const { client } = await connect();
      const { json, ...query } = options;
      const answer = await client.search({ ...query, query: words.join(" ") });
      if (json === true) return console.log(JSON.stringify(answer, null, 2));
      if (answer.degraded !== null) console.log(`(${answer.degraded.missing} missing: ${answer.degraded.reason})`);
      if (DISPLAY_ORDER.every((type) => answer[type].length === 0)) {
        console.log("Nothing found.");
        return tellOpenProject(client, options.project);
      }
      if (isByMeaningAlone(answer, options.mode)) console.log("Nothing holds these words. Nearest by meaning:");
      const label = projectLabel((await client.projects()).items);
      for (const type of DISPLAY_ORDER) {
        if (answer[type].length > 0) console.log(`\n${type}`);
        for (const hit of type === "sessions" ? onePerSession(answer[type]) : answer[type]) print(hit, label);
      }
      await tellOpenProject(client, options.project);
    });

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new InvalidArgumentError("a whole number from 1 to 100");
  return limit;
}

/** Words were looked for, and no hit holds any of them. */
export const isByMeaningAlone = (
  answer: Record<SearchType, Pick<SearchHit, "match_type">[]>,
  mode: SearchMode,
): boolean =>
  mode !== "vector" && DISPLAY_ORDER.every((type) => answer[type].every(({ match_type }) => match_type === "vector"));

/** The first, which is the best, summary of each session: its turns say much the same. */
function onePerSession(hits: SearchHit[]): SearchHit[] {
  const seen = new Set<unknown>();
  return hits.filter((hit) => !seen.has(hit["session_id"]) && seen.add(hit["session_id"]));
}

function print(hit: SearchHit, label: ProjectLabel): void {
  const when = localIso(hit.created_at_epoch);
  console.log(`  ${hit.id}  ${hit.title}`);
  console.log(`     ${hit.preview.replaceAll("\n", " ")}`);
  console.log(
    `     ${when} · ${label(Number(hit["project_id"]), hit.project ?? "global")} · ${hit.rank.toFixed(2)} (${hit.match_type})`,
  );
}
