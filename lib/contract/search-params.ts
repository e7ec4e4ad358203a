/** Search as its addresses take it (M30, M32–M36): the fields of `SearchQuery`, and the other names that clients send (M5). */
import { z } from "zod";
import { TimeInput } from "./common";
import { SearchQuery } from "./search";

export const SearchParams = z.object({
  ...SearchQuery.shape,
  /** A kind (`observations`, `sessions`, `prompts`, `memories`, `events`, or one of them), or types of observations as in `obs_type`. */
  type: z.string().max(1000).optional(),
  /** Same as `dateStart` and `dateEnd`. */
  date_start: TimeInput.optional(),
  date_from: TimeInput.optional(),
  date_end: TimeInput.optional(),
  date_to: TimeInput.optional(),
  /** Same as `concepts`. */
  concept: z.string().max(2000).optional(),
  /** Same as `files`. */
  filePath: z.string().max(8000).optional(),
});
export type SearchParams = z.infer<typeof SearchParams>;

/** `format=text`: an answer as the tools of claude-mem's MCP server hand it on. */
export const TextBlocks = z
  .object({ content: z.array(z.object({ type: z.literal("text"), text: z.string() })) })
  .meta({ id: "TextBlocks" });
export type TextBlocks = z.infer<typeof TextBlocks>;

/** One address of search, timeline and context, as `GET /api/search/help` lists it (M36). */
export const SearchHelp = z
  .object({
    title: z.string(),
    base_url: z.string(),
    endpoints: z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        description: z.string(),
        parameters: z.array(
          z.object({
            name: z.string(),
            in: z.enum(["query", "path", "body"]),
            required: z.boolean(),
            /** JSON Schema. */
            schema: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "SearchHelp" });
export type SearchHelp = z.infer<typeof SearchHelp>;
