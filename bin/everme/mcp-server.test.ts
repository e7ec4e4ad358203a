/** The tools over the protocol itself, against a gateway of the test's own; the program as a host starts it is in programs.test.ts. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import { memTools } from "../../lib/sdk/agent/adapters/mcp";
import { envelope, type Gateway, startGateway } from "../../lib/sdk/agent/testing";
import { createEvermeServer } from "./mcp-server";

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connect(gateway: Gateway, requireWrite: () => void = () => undefined) {
  const tools = memTools(gateway.client(), "mcp-1");
  const server = createEvermeServer({ tools: () => tools, requireWrite, version: "1.0.0" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  open.push(client);
  const call = async (name: string, given: Record<string, unknown>) => {
    const answer = (await client.callTool({ name, arguments: given })) as CallToolResult;
    const [block] = answer.content;
    return { isError: answer.isError === true, text: block?.type === "text" ? block.text : "" };
  };
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content !== undefined && "text" in content ? content.text : "";
  };
  return { client, call, read };
}
const body = (gateway: Gateway, at = 0) => gateway.seen[at]?.body as Record<string, unknown>;

describe("what an agent reads", () => {
  const rows = {
    items: [{ episode: "the login was fixed" }],
    rawMessages: [{ content: "as I said", senderName: "Ann" }],
  };

  it("V70: mem_search answers Markdown, ten rows of each kind, fifty at most", async () => {
    const gateway = await startGateway(envelope(rows));
    const { client, call } = await connect(gateway);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["mem_search", "mem_context", "mem_save_turn", "mem_save_fact"]);
    const found = await call("mem_search", { query: "login" });
    expect(found.isError).toBe(false);
    expect(found.text).toContain("## Episodic memory\n- the login was fixed");
    expect(found.text).toContain("- Ann: as I said");
    expect(body(gateway)).toEqual({ query: "login", topK: 10 });
    await call("mem_search", { query: "login", topK: 50 });
    expect(body(gateway, 1)["topK"]).toBe(50);
    for (const given of [{ query: "login", topK: 51 }, { query: "" }, {}])
      expect(await call("mem_search", given)).toMatchObject({ isError: true });
    expect(gateway.seen).toHaveLength(2);
  });

  it("V70: an empty memory says so", async () => {
    const gateway = await startGateway(envelope({ profile: null }));
    const { call } = await connect(gateway);
    expect((await call("mem_search", { query: "login" })).text).toContain("Nothing is remembered");
    expect((await call("mem_context", {})).text).toContain("Nothing is known");
  });

  it("V70: mem_context and mem://profile give the profile alone, drawn anew when asked", async () => {
    const profile = { explicit_info: [{ category: "diet", description: "eats no meat" }], implicit_traits: [] };
    const gateway = await startGateway(envelope({ profile }));
    const { call, read, client } = await connect(gateway);
    expect((await call("mem_context", { forceRefresh: true })).text).toContain("- diet: eats no meat");
    expect(await read("mem://profile")).toContain("- diet: eats no meat");
    expect(gateway.seen.map(({ path, body: sent }) => [path, sent])).toEqual([
      ["/api/v1/mem/context", { forceRefresh: true }],
      ["/api/v1/mem/context", {}],
    ]);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(["mem://profile"]);
  });

  it("V70: mem://search?q=&topK= searches, whatever its words", async () => {
    const gateway = await startGateway(envelope(rows));
    const { read, client } = await connect(gateway);
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "mem://search{?q,topK}",
    ]);
    expect(await read(`mem://search?q=${encodeURIComponent("登录 & login?")}&topK=3`)).toContain("the login was fixed");
    expect(await read("mem://search?q=login")).toContain("the login was fixed");
    await expect(read("mem://searching?q=login")).rejects.toThrow("not found");
    expect([body(gateway), body(gateway, 1)]).toEqual([
      { query: "登录 & login?", topK: 3 },
      { query: "login", topK: 10 },
    ]);
  });

  it("V70: a gateway's refusal is told without the token", async () => {
    const token = ["emk", "0123456789abcdef".repeat(2)].join("_");
    const gateway = await startGateway(envelope(null, { http: 401, status: 30201, error: `bad key ${token}` }));
    const { call, read } = await connect(gateway);
    const { isError, text } = await call("mem_search", { query: "login" });
    expect([isError, text]).toEqual([true, expect.stringContaining("code 30201")]);
    expect(text).toContain("EVERME_AGENT_TOKEN");
    expect(text).not.toContain(token);
    await expect(read("mem://profile")).rejects.toThrow("code 30201");
  });
});

describe("what an agent writes", () => {
  it("V70: mem_save_turn keeps messages, or one by role and text, and says what the gateway said", async () => {
    const gateway = await startGateway(
      envelope({
        status: "extracted",
        messageCount: 2,
        flushed: true,
        personalStatus: "no_extraction",
        personalExtracted: false,
      }),
    );
    const { call } = await connect(gateway);
    const messages = [
      { role: "user", content: "we use Valkey" },
      { role: "assistant", content: [{ type: "text", text: "noted" }] },
    ];
    const { text } = await call("mem_save_turn", { messages });
    expect(JSON.parse(text)).toEqual({
      saved: true,
      accepted: 2,
      status: "extracted",
      messageCount: 2,
      flushed: true,
      profileStatus: "no_extraction",
      profileUpdated: false,
      requestId: "req-1",
    });
    expect(body(gateway)).toMatchObject({ conversationId: "mcp-1", flush: true, sync: true });
    await call("mem_save_turn", { role: "assistant", text: "done", flush: false, conversationId: "own" });
    expect(body(gateway, 1)).toMatchObject({
      conversationId: "own",
      flush: false,
      messages: [{ role: "assistant", content: "done" }],
    });
  });

  it("V70: mem_save_fact is extracted only where something was", async () => {
    let extracted: unknown = undefined;
    const gateway = await startGateway((seen, response, count) =>
      envelope({ status: "no_extraction", messageCount: 1, flushed: true, extracted })(seen, response, count),
    );
    const { call } = await connect(gateway);
    for (const [said, is] of [
      [undefined, false],
      ["yes", false],
      [false, false],
      [true, true],
    ] as const) {
      // prettier-ignore
      extracted = said;
      const { text } = await call("mem_save_fact", { fact: "I drink no coffee" });
      expect(JSON.parse(text)).toMatchObject({ saved: true, status: "no_extraction", extracted: is });
    }
    expect(gateway.seen[0]).toMatchObject({
      path: "/api/v1/mem/personal",
      body: { flush: true, messages: [{ role: "user", content: "I drink no coffee" }] },
    });
    const messages = [{ role: "user", content: "a" }, { role: "tool", toolCallId: "t", content: "b" }]; // prettier-ignore
    await call("mem_save_fact", { messages });
    expect(body(gateway, 4)["messages"]).toMatchObject([{ role: "user", content: "a" }]);
  });

  it("V70: what says nothing is refused, what is secret does not leave", async () => {
    const gateway = await startGateway(envelope({ messageCount: 1 }));
    const { call } = await connect(gateway);
    for (const [name, given] of [
      ["mem_save_turn", {}],
      ["mem_save_turn", { text: "  " }],
      ["mem_save_fact", {}],
      ["mem_save_fact", { messages: [{ role: "tool", content: "x" }] }],
    ] as const)
      expect(await call(name, given)).toMatchObject({
        isError: true,
        text: expect.stringContaining("Nothing in it") as string,
      });
    expect(gateway.seen).toEqual([]);
    const secret = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");
    await call("mem_save_fact", { fact: `my token is ${secret}` });
    await call("mem_save_turn", { text: `token ${secret}` });
    expect(JSON.stringify(gateway.seen)).not.toContain(secret);
  });

  it("V60, V70: without an agent's token nothing is written, and the reason is told", async () => {
    const gateway = await startGateway(envelope({ items: [] }));
    const { call } = await connect(gateway, () => {
      throw new TypeError("Writing needs an agent's token");
    });
    for (const name of ["mem_save_turn", "mem_save_fact"])
      expect(await call(name, { fact: "x", text: "x" })).toEqual({
        isError: true,
        text: "Writing needs an agent's token",
      });
    expect((await call("mem_search", { query: "login" })).isError).toBe(false);
    expect(gateway.seen).toHaveLength(1);
  });
});
