/** What the view of sent blocks shows: a page of them, what they can be narrowed to, and the one that is open. */
import { z } from "zod";
import type { App } from "@/lib/context";
import { InjectionFilter, type InjectionPage, type StoredInjection, type TraceSubject } from "@/lib/contract/inject";
import type { InjectionPreview } from "@/lib/contract/inject-preview";
import { layersOf } from "@/lib/inject/layers";
import { getInjection, injectionSenders, listInjections } from "@/lib/inject/stored";
import { traceSubjects } from "@/lib/inject/subjects";
import { writeRules } from "@/lib/memories/rules";
import { momentOf } from "@/lib/timeline/filters";
import { projectChoices } from "./projects";

export const InjectionsQuery = InjectionFilter.extend({ show: z.enum(["all", "in", "cut"]).default("all") });

const FIRST = 60;

export interface Peeked {
  block: StoredInjection;
  layers: InjectionPreview["layers"];
  subjects: ReadonlyMap<string, TraceSubject>;
  project: string | null;
  bounds: ReturnType<typeof writeRules>["bounds"];
}

export interface InjectionsView {
  page: InjectionPage;
  senders: { hosts: string[]; events: string[] };
  peek: Peeked | null;
}

/** Days of the address as moments: they begin and end where the reader's do, as in the list's own headings. */
export function inZone(filter: InjectionFilter, zone: string): InjectionFilter {
  const { from, to } = filter;
  return {
    ...filter,
    ...(isDay(from) ? { from: momentOf(from, zone, "start") ?? from } : {}),
    ...(isDay(to) ? { to: momentOf(to, zone, "end") ?? to } : {}),
  };
}

const isDay = (time: string | number | undefined): time is string =>
  typeof time === "string" && /^\d{4}-\d{2}-\d{2}$/.test(time);

/** Throws `not_found` for a block that is gone. */
export function readInjections(app: App, filter: InjectionFilter, peek: number | null): InjectionsView {
  return {
    page: listInjections(app, { ...filter, limit: FIRST }),
    senders: injectionSenders(app),
    peek: peek === null ? null : peeked(app, getInjection(app, peek)),
  };
}

function peeked(app: App, block: StoredInjection): Peeked {
  const project = projectChoices(app).find(({ id }) => id === block.project_id)?.ref ?? null;
  const { bounds } = writeRules(app);
  return { block, layers: layersOf(block), subjects: traceSubjects(app, block.trace), project, bounds };
}
