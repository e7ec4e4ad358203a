import { TimelineEntriesQuery, TimelineEntryPage } from "@/lib/contract/timeline-entries";
import { methods, route } from "@/lib/http/route";
import { timelineEntries } from "@/lib/timeline/entries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: TimelineEntriesQuery, output: TimelineEntryPage }, ({ app, query }) =>
    timelineEntries(app, query),
  ),
});
