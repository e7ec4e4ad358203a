/** What goes into the settings of an agent, with the address that this server has. Pure. */
import { callOf } from "./program-call";

const EVENTS = [
  { name: "SessionStart", timeout: 5, within: 3, answers: true },
  { name: "UserPromptSubmit", timeout: 5, within: 2, answers: true },
  { name: "PostToolUse", timeout: 5, within: 2, answers: false },
  { name: "Stop", timeout: 5, within: 2, answers: false },
] as const;

/** Read by the shell when the hook runs, so that the token stands in no file of the agent. */
const tokenHeader = (tokenFile: string | null): string =>
  tokenFile === null ? "" : ` -H "authorization: Bearer $(cat '${tokenFile}')"`;

/** `url` without a slash at its end; `tokenFile` where every request needs the token. */
export function claudeHooks(url: string, tokenFile: string | null): string {
  const hooks = EVENTS.map(({ name, timeout, within, answers }) => {
    const command = `curl -sf -m ${within}${answers ? "" : " -o /dev/null"} -H 'content-type: application/json'${tokenHeader(tokenFile)} --data-binary @- ${url}/api/hooks/claude-code || true`;
    return `  ${JSON.stringify(name)}: [{ "hooks": [{ "type": "command", "timeout": ${timeout}, "command": ${JSON.stringify(command)} }] }]`;
  });
  return `{ "hooks": {\n${hooks.join(",\n")}\n} }`;
}

/** Finds the agents that are installed and connects them, after asking. */
export const connectCommand = (program: string): string => `${callOf(program)} setup`;

export const kimiHooks = (program: string): string =>
  `[[hooks]]\nevent = "SessionEnd"\ncommand = ${JSON.stringify(`node ${program} session-end`)}`;

export const ingestExample = (url: string, tokenFile: string | null): string =>
  `curl -s ${url}/api/ingest -H 'content-type: application/json'${tokenHeader(tokenFile)} -d '[
  {"host":"claude-code","event":"UserPromptSubmit","payload":{"session_id":"s-1","cwd":"'"$PWD"'","prompt":"We settle on Redis for the cart cache."}},
  {"host":"claude-code","event":"Stop","payload":{"session_id":"s-1","cwd":"'"$PWD"'","last_assistant_message":"Noted."}}]'`;

/** Words behind the program's name. */
export const IMPORT_HISTORY = "import ~/.claude/projects";
export const IMPORT_CLAUDE_MEM = "import --from claude-mem";
export const IMPORT_EVOLVMEM = "import --from evolvmem";
export const IMPORT_EXPORT = "import memory.jsonl";
export const EXPORT_ALL = "export --out memory.jsonl";
