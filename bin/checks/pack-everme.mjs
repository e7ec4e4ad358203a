/** Uses the packed programs of the EverMe gateway as hosts and other programs do, against the started server. */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What hosts run or install by its path. */
const FILES = [
  "plugin-everme/.claude-plugin/plugin.json",
  "plugin-everme/.mcp.json",
  "plugin-everme/hooks/hooks.json",
  "plugin-everme/run.cjs",
  "dist/everme-hook.cjs",
  "dist/everme-mcp.mjs",
  "dist/openclaw/index.js",
  "dist/openclaw/openclaw.plugin.json",
  "dist/openclaw/package.json",
];

const CLIENT = `
const [apiBase, token, word] = process.argv.slice(2);
const client = createClient({ apiBase, token });
const messages = [{ role: "user", content: "why does the " + word + " queue lose jobs?" }];
saveAgentMemory(client, { conversationId: word, messages, flush: false, sync: true })
  .then(() => searchMemory(client, { query: word + " queue" }))
  .then(({ rawMessages }) => console.log(JSON.stringify(rawMessages.map(({ content }) => content))));
`;
const NAMES = "createClient, saveAgentMemory, searchMemory";
const CLIENTS = {
  "agent.mjs": `import { ${NAMES} } from "keepsake/agent-sdk";\n${CLIENT}`,
  "agent.cjs": `const { ${NAMES} } = require("keepsake/agent-sdk");\n${CLIENT}`,
};

const HELLO = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "packed", version: "1" },
};

/** `place` has the package installed, `home` is the running server's folder; throws a sentence when something does not work. */
export function checkEverme(place, url, home) {
  const root = join(place, "node_modules", "keepsake");
  const absent = FILES.filter((name) => !existsSync(join(root, name)));
  if (absent.length > 0) throw new Error(`the package lacks ${absent.join(", ")}`);
  const program = join(root, "bin", "keepsake.mjs");
  const env = { ...process.env, HOME: home, KEEPSAKE_HOME: home };
  const node = (args, input = "", more = {}) => {
    const done = spawnSync(process.execPath, args, {
      cwd: place,
      encoding: "utf8",
      input,
      timeout: 60_000,
      env: { ...env, ...more },
    });
    if (done.status !== 0) throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`);
    return done.stdout;
  };
  const key = node([program, "token", "create", "--agent", "packed"]).trim();
  for (const [name, text] of Object.entries(CLIENTS)) {
    writeFileSync(join(place, name), text);
    const word = name.endsWith(".mjs") ? "heron" : "osprey";
    const said = node([name, url, key, word]);
    if (!said.includes(`${word} queue lose jobs`)) throw new Error(`${name} found ${said}`);
  }
  const agent = { EVERME_AGENT_ID: "packed", EVERME_AGENT_TOKEN: key };
  const event = { hook_event_name: "UserPromptSubmit", session_id: "s", prompt: "the heron queue loses jobs" };
  for (const args of [
    [join(root, "plugin-everme", "run.cjs"), "hook"],
    [program, "everme-hook", "codex"],
  ]) {
    const said = node(args, JSON.stringify(event), agent);
    if (!said.includes("heron queue lose jobs")) throw new Error(`${args.join(" ")} said ${said}`);
  }
  const asked = [
    { id: 1, method: "initialize", params: HELLO },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "mem_search", arguments: { query: "heron queue" } } },
  ];
  const lines = asked.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  for (const args of [
    [join(root, "plugin-everme", "run.cjs"), "mcp"],
    [program, "everme-mcp"],
    [program, "mcp", "--profile", "everme"],
  ]) {
    const said = node(args, lines, agent);
    if (!said.includes("heron queue lose jobs")) throw new Error(`${args.join(" ")} said ${said}`);
  }
}
