/** Every sentence of the console: one file a namespace and a language, messages/<locale>/<namespace>.json. */
import enActivity from "../messages/en/activity.json";
import enCharts from "../messages/en/charts.json";
import enCommon from "../messages/en/common.json";
import enErrors from "../messages/en/errors.json";
import enFrame from "../messages/en/frame.json";
import enHealth from "../messages/en/health.json";
import enInjections from "../messages/en/injections.json";
import enLabels from "../messages/en/labels.json";
import enList from "../messages/en/list.json";
import enLogs from "../messages/en/logs.json";
import enMemories from "../messages/en/memories.json";
import enMemory from "../messages/en/memory.json";
import enModels from "../messages/en/models.json";
import enObservation from "../messages/en/observation.json";
import enOperations from "../messages/en/operations.json";
import enOverview from "../messages/en/overview.json";
import enPauses from "../messages/en/pauses.json";
import enPlayground from "../messages/en/playground.json";
import enProjects from "../messages/en/projects.json";
import enReview from "../messages/en/review.json";
import enSearch from "../messages/en/search.json";
import enSession from "../messages/en/session.json";
import enSettingNames from "../messages/en/settingNames.json";
import enSettings from "../messages/en/settings.json";
import enStates from "../messages/en/states.json";
import enTime from "../messages/en/time.json";
import enTimeline from "../messages/en/timeline.json";
import zhActivity from "../messages/zh/activity.json";
import zhCharts from "../messages/zh/charts.json";
import zhCommon from "../messages/zh/common.json";
import zhErrors from "../messages/zh/errors.json";
import zhFrame from "../messages/zh/frame.json";
import zhHealth from "../messages/zh/health.json";
import zhInjections from "../messages/zh/injections.json";
import zhLabels from "../messages/zh/labels.json";
import zhList from "../messages/zh/list.json";
import zhLogs from "../messages/zh/logs.json";
import zhMemories from "../messages/zh/memories.json";
import zhMemory from "../messages/zh/memory.json";
import zhModels from "../messages/zh/models.json";
import zhObservation from "../messages/zh/observation.json";
import zhOperations from "../messages/zh/operations.json";
import zhOverview from "../messages/zh/overview.json";
import zhPauses from "../messages/zh/pauses.json";
import zhPlayground from "../messages/zh/playground.json";
import zhProjects from "../messages/zh/projects.json";
import zhReview from "../messages/zh/review.json";
import zhSearch from "../messages/zh/search.json";
import zhSession from "../messages/zh/session.json";
import zhSettingNames from "../messages/zh/settingNames.json";
import zhSettings from "../messages/zh/settings.json";
import zhStates from "../messages/zh/states.json";
import zhTime from "../messages/zh/time.json";
import zhTimeline from "../messages/zh/timeline.json";
import type { Locale } from "./locales";

const en = {
  activity: enActivity,
  charts: enCharts,
  common: enCommon,
  errors: enErrors,
  frame: enFrame,
  health: enHealth,
  injections: enInjections,
  labels: enLabels,
  list: enList,
  logs: enLogs,
  memories: enMemories,
  memory: enMemory,
  models: enModels,
  observation: enObservation,
  operations: enOperations,
  overview: enOverview,
  pauses: enPauses,
  playground: enPlayground,
  projects: enProjects,
  review: enReview,
  search: enSearch,
  session: enSession,
  settingNames: enSettingNames,
  settings: enSettings,
  states: enStates,
  time: enTime,
  timeline: enTimeline,
};

/** English decides which messages there are; the compiler refuses a language that lacks one. */
export type Messages = typeof en;
export type Namespace = keyof Messages;

const zh: Messages = {
  activity: zhActivity,
  charts: zhCharts,
  common: zhCommon,
  errors: zhErrors,
  frame: zhFrame,
  health: zhHealth,
  injections: zhInjections,
  labels: zhLabels,
  list: zhList,
  logs: zhLogs,
  memories: zhMemories,
  memory: zhMemory,
  models: zhModels,
  observation: zhObservation,
  operations: zhOperations,
  overview: zhOverview,
  pauses: zhPauses,
  playground: zhPlayground,
  projects: zhProjects,
  review: zhReview,
  search: zhSearch,
  session: zhSession,
  settingNames: zhSettingNames,
  settings: zhSettings,
  states: zhStates,
  time: zhTime,
  timeline: zhTimeline,
};

export const MESSAGES: Record<Locale, Messages> = { en, zh };

export const messagesOf = (locale: Locale): Messages => MESSAGES[locale];

/**
 * What goes along to the browser: the namespaces that client components read, and no other. A test follows the imports
 * of every client component and holds this list to what they ask for.
 */
export const CLIENT_NAMESPACES = [
  "activity",
  "charts",
  "common",
  "errors",
  "frame",
  "health",
  "injections",
  "labels",
  "list",
  "logs",
  "memories",
  "memory",
  "observation",
  "operations",
  "pauses",
  "projects",
  "review",
  "search",
  "session",
  "settings",
  "states",
  "time",
  "timeline",
] as const satisfies readonly Namespace[];

export function clientMessages(messages: Messages): Pick<Messages, (typeof CLIENT_NAMESPACES)[number]> {
  return Object.fromEntries(CLIENT_NAMESPACES.map((name) => [name, messages[name]])) as Pick<
    Messages,
    (typeof CLIENT_NAMESPACES)[number]
  >;
}
