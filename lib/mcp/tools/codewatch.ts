/** codewatch-memory's tools (C7–C15): the services of the same names, in the project and on the branch of this connection. */
import type { CODEWATCH_TOOLS } from "../../contract/mcp-codewatch";
import { codewatchScope } from "../../reflections/scope";
import {
  observe,
  recallObservations,
  recallText,
  reflect,
  sessionInfo,
  switchContext,
} from "../../reflections/service";
import { cutText, DEFAULT_TOKENS, framed, json, plain, status } from "../answer";
import { codewatchPlace, reachOf, requireCapture } from "../caller";
import type { Handlers } from "./handler";

/** An agent asks for up to a hundred observations: more room than a search has. */
const RECALL_TOKENS = 4 * DEFAULT_TOKENS;

export const codewatch: Handlers<typeof CODEWATCH_TOOLS> = {
  async observe(caller, input) {
    const { app, actor } = caller;
    requireCapture(caller);
    return status(await observe(app, { ...input, ...codewatchPlace(caller) }, actor));
  },

  recall(caller, input) {
    const reach = reachOf(caller);
    if (reach.closed !== null) return plain(reach.closed);
    const { branch: chosen, ...place } = codewatchPlace(caller);
    const branch = input.branch ?? chosen;
    const answer = recallObservations(caller.app, { ...input, ...place, ...(branch === undefined ? {} : { branch }) });
    return framed(cutText(recallText(answer), RECALL_TOKENS * 4, "Ask for a lower limit, or narrow the filters."));
  },

  async reflect(caller, input) {
    const { branch: chosen, ...place } = codewatchPlace(caller);
    const branch = input.branch ?? chosen;
    const answer = await reflect(
      caller.app,
      { ...input, ...place, ...(branch === undefined ? {} : { branch }) },
      caller.actor,
    );
    return "message" in answer ? plain(answer.message) : status(answer);
  },

  get_session_info(caller) {
    const reach = reachOf(caller);
    const info = sessionInfo(caller.app, codewatchScope(caller.app, codewatchPlace(caller)));
    // Numbers are told all the same, stored text is not.
    return json(reach.closed === null ? info : { ...info, current_task: null, note: reach.closed });
  },

  switch_context(caller, input) {
    const { branch: from, ...place } = codewatchPlace(caller);
    const answer = switchContext(
      caller.app,
      { ...input, ...place, ...(from === undefined ? {} : { from }) },
      caller.actor,
    );
    caller.connection.branch = input.branch === "auto" ? undefined : answer.switched_to;
    return json(answer);
  },
};
