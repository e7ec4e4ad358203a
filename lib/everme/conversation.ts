/** A conversation of an account and the session that holds it. */
import type { Caller } from "../accounts/service";
import { ensureAccountProject } from "../accounts/project";
import { appendActivity } from "../activity/repo";
import type { Tx } from "../context";
import {
  type ConversationName,
  type ConversationRow,
  findConversation,
  insertConversation,
  insertGatewaySession,
} from "./repo";
import { storedName } from "./stored-name";

export const nameOf = (
  { account, agentId }: Pick<Caller, "account" | "agentId">,
  kind: ConversationRow["kind"],
  conversationId: string,
): ConversationName => ({
  accountId: account.id,
  agentId: agentId ?? "",
  kind,
  conversationId: storedName(conversationId),
});

/** The session's id as its host would say it: of one account and one agent, so that nobody else's conversation can have it. */
export const hostSessionIdOf = ({ accountId, agentId, kind, conversationId }: ConversationName): string =>
  `${accountId}/${agentId}/${kind}/${conversationId}`;

/** Makes project, session and conversation when they are new; `at` (ms UTC) is when it began. */
export function ensureConversation(
  tx: Tx,
  now: number,
  caller: Pick<Caller, "account" | "agentId">,
  name: ConversationName,
  at: number,
): ConversationRow {
  const known = findConversation(tx, name);
  if (known !== undefined) return known;
  const project = ensureAccountProject(tx, now, caller.account);
  const sessionId = insertGatewaySession(tx, { hostSessionId: hostSessionIdOf(name), projectId: project.id, at });
  appendActivity(tx, now, { kind: "session.started", projectId: project.id, sessionId });
  return insertConversation(tx, { ...name, sessionId, createdAt: now });
}
