/** Addresses of the timeline and of what came last. */
import { RecentContext, RecentQuery, Timeline, TimelineQuery } from "../../contract/timeline";
import {
  TimelineDensity,
  TimelineDensityQuery,
  TimelineEntriesQuery,
  TimelineEntryPage,
} from "../../contract/timeline-entries";
import type { ApiOperation } from "./types";

const tag = "timeline";

export const timelineOperations: ApiOperation[] = [
  {
    method: "get",
    path: "/api/timeline",
    tag,
    summary: "What happened around an observation, a summary, a prompt or a time",
    query: TimelineQuery,
    output: Timeline,
  },
  {
    method: "get",
    path: "/api/timeline/entries",
    tag,
    summary: "Everything that happened on one axis, newest first: sessions, prompts, tool uses, what was learned",
    query: TimelineEntriesQuery,
    output: TimelineEntryPage,
  },
  {
    method: "get",
    path: "/api/timeline/density",
    tag,
    summary: "How much happened when, as bars over the days of a time zone",
    query: TimelineDensityQuery,
    output: TimelineDensity,
  },
  {
    method: "get",
    path: "/api/context/recent",
    tag,
    summary: "The newest summaries and the observations of their sessions",
    query: RecentQuery,
    output: RecentContext,
  },
];
