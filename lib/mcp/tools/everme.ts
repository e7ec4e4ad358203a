/**
 * EverMe's tools (V70) on the store itself: what they find and keep is the account's, as by its gateway. Without a key that is
 * the account of this machine, and the agent is the host; with one, whoever the key speaks for (V12).
 */
import { takeRequest } from "../../accounts/rate";
import { authenticate, localSpeaker, type Speaker } from "../../accounts/service";
import type { App } from "../../context";
import { AppError } from "../../contract/errors";
import { AgentMemoryBody, EvermeContextBody, EvermeSearchBody, PersonalBody } from "../../contract/everme";
import type { EVERME_TOOLS } from "../../contract/mcp-everme";
import { accountContext } from "../../everme/context";
import { searchAccount } from "../../everme/search";
import { saveAgentMessages, savePersonalMessages } from "../../everme/write";
import { newId } from "../../ids";
import { memTools, type MemTools, saysNothing } from "../../sdk/agent/adapters/mcp";
import type { Client } from "../../sdk/agent/client";
import { cutText, plain, status } from "../answer";
import { type Caller, projectOf, reachOf, requireCapture } from "../caller";
import type { Handlers } from "./handler";

/** Fifty rows of each kind are more than a host takes. */
const MAX_CHARS = 8_000 * 4;
const FEWER = "Ask for a lower topK.";
const MAX_AGENT_CHARS = 64;

export const everme: Handlers<typeof EVERME_TOOLS> = {
  mem_search: async (caller, input) => plain(await reading(caller, (tools) => tools.search(input))),
  mem_context: async (caller, input) => plain(await reading(caller, (tools) => tools.context(input))),
  mem_save_turn: (caller, input) => writing(caller, (tools) => tools.saveTurn(input)),
  mem_save_fact: (caller, input) => writing(caller, (tools) => tools.saveFact(input)),
};

/** Text for a model, bounded; a sentence where the project of this connection is told nothing. */
export async function reading(caller: Caller, read: (tools: MemTools) => Promise<string>): Promise<string> {
  const { closed } = reachOf(caller);
  return closed ?? cutText(await read(toolsOf(caller, speakerOf(caller))), MAX_CHARS, FEWER);
}

async function writing(caller: Caller, save: (tools: MemTools) => Promise<object>) {
  requireCapture(caller);
  const project = projectOf(caller);
  if (project?.mode === "off" || project?.mode === "read-only") {
    throw new AppError("forbidden", `The project ${project.name} takes nothing now (mode ${project.mode}).`, {
      hint: "A person can change the mode in the console.",
    });
  }
  if (project?.mode === "ask") {
    throw new AppError("forbidden", `In the project ${project.name} what agents write waits for a person.`, {
      hint: "What these tools keep would not: keepsake_remember and memory_add keep it for the person's review.",
    });
  }
  const speaker = speakerOf(caller);
  if (speaker.agentId === null) {
    throw new AppError("forbidden", "An account's key (emk_…) only reads here.", {
      hint: "Writing needs an agent's key (evt_…): `keepsake token create --agent <id>`.",
    });
  }
  try {
    return status(await save(toolsOf(caller, speaker)));
  } catch (error) {
    if (!saysNothing(error)) throw error;
    throw new AppError("validation_failed", error.message, { cause: error });
  }
}

/** Throws `unauthorized` for a key that opens nothing, `busy` for one that asks too often. */
function speakerOf({ app, actor, connection: { evermeKey } }: Caller): Speaker {
  if (evermeKey === undefined) return localSpeaker(app, actor.name.slice(0, MAX_AGENT_CHARS));
  const known = authenticate(app, evermeKey);
  if (typeof known === "string") {
    throw new AppError("unauthorized", "The EverMe key of this connection opens nothing here.", {
      hint: "Use one that `keepsake token create` made; without a key these tools are the local account's.",
    });
  }
  if (takeRequest(app, known.tokenId)) return known;
  throw new AppError("busy", "This key asks too often.", { hint: "Try again in a second." });
}

const toolsOf = ({ app, connection }: Caller, speaker: Speaker): MemTools =>
  memTools(clientOf(app, speaker), connection.conversationId);

/** The wire without a wire: bodies are parsed as the gateway parses them. */
function clientOf(app: App, speaker: Speaker): Client {
  const answer = (path: string, requestId: string, body: unknown): unknown => {
    switch (path) {
      case "/mem/search":
        return searchAccount(app, speaker, EvermeSearchBody.parse(body));
      case "/mem/context":
        return accountContext(app, speaker, EvermeContextBody.parse(body));
      case "/mem/agent-memory":
        return saveAgentMessages(app, speaker, requestId, AgentMemoryBody.parse(body));
      case "/mem/personal":
        return savePersonalMessages(app, speaker, requestId, PersonalBody.parse(body));
      default:
        throw new TypeError(`no such address: ${path}`);
    }
  };
  const requestWithMeta = async <T>(_method: string, path: string, body?: unknown) => {
    const requestId = newId("req");
    return { result: (await answer(path, requestId, body)) as T | null, requestId };
  };
  return {
    requestWithMeta,
    request: async <T>(method: string, path: string, body?: unknown) =>
      (await requestWithMeta<T>(method, path, body)).result,
  };
}
