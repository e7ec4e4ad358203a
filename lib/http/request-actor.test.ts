import { expect, it } from "vitest";
import { actorOf } from "./request-actor";

const actor = (client?: string) =>
  actorOf(new Request("http://127.0.0.1/", client === undefined ? {} : { headers: { "x-keepsake-client": client } }));

it("knows persons' clients, and takes any other name but a secret as an agent's", () => {
  expect(actor("console")).toEqual({ kind: "person", name: "console" });
  expect(actor("claude-code_2.1")).toEqual({ kind: "agent", name: "claude-code_2.1" });
  const secret = ["sk", "proj", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4"].join("-");
  for (const odd of [undefined, "", "a b", "n".repeat(101), "console2 ", secret]) expect(actor(odd).kind).toBe("agent");
  expect(actor(secret).name).toBe("api");
  expect(actor("a b").name).toBe("api");
});
