/** Every sentence of the console: one file a namespace and a language, messages/<locale>/<namespace>.json. */
import enActivity from "../messages/en/activity.json";
import enCommon from "../messages/en/common.json";
import enErrors from "../messages/en/errors.json";
import enFrame from "../messages/en/frame.json";
import enHealth from "../messages/en/health.json";
import enLabels from "../messages/en/labels.json";
import enMemories from "../messages/en/memories.json";
import enMemory from "../messages/en/memory.json";
import enModels from "../messages/en/models.json";
import enObservation from "../messages/en/observation.json";
import enOperations from "../messages/en/operations.json";
import enOverview from "../messages/en/overview.json";
import enProjects from "../messages/en/projects.json";
import enSearch from "../messages/en/search.json";
import enSession from "../messages/en/session.json";
import enSettingNames from "../messages/en/settingNames.json";
import enSettings from "../messages/en/settings.json";
import enStates from "../messages/en/states.json";
import enTime from "../messages/en/time.json";
import enTimeline from "../messages/en/timeline.json";
import zhActivity from "../messages/zh/activity.json";
import zhCommon from "../messages/zh/common.json";
import zhErrors from "../messages/zh/errors.json";
import zhFrame from "../messages/zh/frame.json";
import zhHealth from "../messages/zh/health.json";
import zhLabels from "../messages/zh/labels.json";
import zhMemories from "../messages/zh/memories.json";
import zhMemory from "../messages/zh/memory.json";
import zhModels from "../messages/zh/models.json";
import zhObservation from "../messages/zh/observation.json";
import zhOperations from "../messages/zh/operations.json";
import zhOverview from "../messages/zh/overview.json";
import zhProjects from "../messages/zh/projects.json";
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
  common: enCommon,
  errors: enErrors,
  frame: enFrame,
  health: enHealth,
  labels: enLabels,
  memories: enMemories,
  memory: enMemory,
  models: enModels,
  observation: enObservation,
  operations: enOperations,
  overview: enOverview,
  projects: enProjects,
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
  common: zhCommon,
  errors: zhErrors,
  frame: zhFrame,
  health: zhHealth,
  labels: zhLabels,
  memories: zhMemories,
  memory: zhMemory,
  models: zhModels,
  observation: zhObservation,
  operations: zhOperations,
  overview: zhOverview,
  projects: zhProjects,
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
  "common",
  "errors",
  "frame",
  "health",
  "labels",
  "memory",
  "observation",
  "projects",
  "session",
  "settings",
  "states",
  "time",
] as const satisfies readonly Namespace[];

export function clientMessages(messages: Messages): Pick<Messages, (typeof CLIENT_NAMESPACES)[number]> {
  return Object.fromEntries(CLIENT_NAMESPACES.map((name) => [name, messages[name]])) as Pick<
    Messages,
    (typeof CLIENT_NAMESPACES)[number]
  >;
}
