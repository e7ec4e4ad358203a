/** What the worker API's senders and claude-mem's own rows call the programs that we know by other names. Pure. */
import { Host } from "../contract/capture";

const ALIASES: Readonly<Record<string, Host>> = {
  claude: "claude-code",
  claude_code: "claude-code",
  claudecode: "claude-code",
  "codex-cli": "codex",
  "gemini-cli": "gemini",
  "kimi-code": "kimi",
  "kimi-cli": "kimi",
  "vs-code": "vscode",
};

/** A program that we do not know is `api`. Case and space around the name do not count. */
export function hostNamed(platform: string): Host {
  const name = platform.trim().toLowerCase();
  const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  return Host.safeParse(name).data ?? alias ?? "api";
}
