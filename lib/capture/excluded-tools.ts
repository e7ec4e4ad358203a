/** Tools whose uses say nothing about the work, and our own, whose output would feed memory back into itself. */

/** AskUserQuestion is not among them: its answers are decisions. */
const SKIPPED = new Set(["ListMcpResourcesTool", "SlashCommand", "Skill", "TodoWrite"]);
const OWN = /^mcp__(?:plugin_)?keepsake/i;

export const isExcludedTool = (name: string): boolean => SKIPPED.has(name) || OWN.test(name);
