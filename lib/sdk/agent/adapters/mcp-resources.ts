/** The resources of an MCP server on memory (V70), in any process. */
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { UriTemplate } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import type { ReadResourceResult, ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { DEFAULT_TOP_K, MAX_TOP_K, type MemTools } from "./mcp";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
/** Answers the text for `read`; what it throws is told to the client. */
export type ReadResource = (read: (tools: MemTools) => Promise<string>, extra: Extra) => Promise<string>;

const MIME = "text/markdown";

/** `mem://profile`, and `mem://search?q=&topK=`. */
export function addMemResources(server: McpServer, answer: ReadResource): void {
  const of = async (
    uri: URL,
    extra: Extra,
    read: (tools: MemTools) => Promise<string>,
  ): Promise<ReadResourceResult> => ({
    contents: [{ uri: uri.href, mimeType: MIME, text: await answer(read, extra) }],
  });
  server.registerResource(
    "profile",
    "mem://profile",
    { title: "Profile", description: "What is known of the person.", mimeType: MIME },
    (uri, extra) => of(uri, extra, (tools) => tools.context({})),
  );
  server.registerResource(
    "search",
    new ResourceTemplate(searchTemplate(), { list: undefined }),
    { title: "Search", description: "What is remembered about q.", mimeType: MIME },
    (uri, _variables, extra) => of(uri, extra, (tools) => tools.search(searchIn(uri))),
  );
}

function searchIn({ searchParams }: URL): { query: string; topK: number } {
  const topK = Number(searchParams.get("topK") ?? DEFAULT_TOP_K);
  const isGood = Number.isInteger(topK) && topK >= 1 && topK <= MAX_TOP_K;
  return { query: searchParams.get("q") ?? "", topK: isGood ? topK : DEFAULT_TOP_K };
}

/** The library's own match wants every parameter, in this order. */
function searchTemplate(): UriTemplate {
  const template = new UriTemplate("mem://search{?q,topK}");
  template.match = (uri) => (/^mem:\/\/search(?:\?|$)/.test(uri) ? {} : null);
  return template;
}
