/** What makes an agent ask our MCP server, in the words of its own settings. Pure. */
import { callOf } from "./program-call";

const NAME = "keepsake";
const argsOf = (program: string): string[] => [program, "mcp"];
const server = (program: string) => ({ [NAME]: { command: "node", args: argsOf(program) } });

export const claudeMcp = (program: string): string => `claude mcp add ${NAME} -- ${callOf(program)} mcp`;
export const mcpServers = (program: string): string => JSON.stringify({ mcpServers: server(program) }, null, 2);
export const vscodeMcp = (program: string): string => JSON.stringify({ servers: server(program) }, null, 2);
/** JSON's quotes are TOML's too. */
export const codexMcp = (program: string): string =>
  `[mcp_servers.${NAME}]\ncommand = "node"\nargs = [${argsOf(program)
    .map((arg) => JSON.stringify(arg))
    .join(", ")}]`;
/** `url` without a slash at its end. */
export const mcpAddress = (url: string): string => `${url}/mcp`;
