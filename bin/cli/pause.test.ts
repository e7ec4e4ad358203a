import { expect, it } from "vitest";
import { PauseInput } from "../../lib/contract/codewatch";
import { inputOf, nameOf } from "./pause";

it("asks for what was named: a session by number or by the agent's id, a project by name or folder, else this folder", () => {
  const asked = (options: Parameters<typeof inputOf>[2]) => PauseInput.parse(inputOf("capture", true, options));
  const what = { what: "capture", paused: true };
  expect(asked({ session: "12" })).toEqual({ scope: "session", id: 12, ...what });
  expect(asked({ session: "12", host: "codex" })).toEqual({ scope: "session", session: "12", host: "codex", ...what });
  expect(asked({ session: "a1-b2" })).toEqual({ scope: "session", session: "a1-b2", ...what });
  expect(asked({ project: "shop" })).toEqual({ scope: "project", project: "shop", ...what });
  expect(asked({ project: "/work/shop" })).toEqual({ scope: "project", cwd: "/work/shop", ...what });
  expect(asked({})).toEqual({ scope: "project", cwd: process.cwd(), ...what });
});

it("calls a project by its name, a session by its number", () => {
  const shop = { id: 1, name: "shop", key: "git:example.com/shop", roots: ["/w/shop"] };
  const projects = [shop];
  expect(nameOf({ scope: "project", id: 1 }, projects)).toBe("project shop");
  expect(nameOf({ scope: "project", id: 2 }, projects)).toBe("project 2");
  expect(nameOf({ scope: "session", id: 1 }, projects)).toBe("session 1");
  const other = { id: 3, name: "Shop", key: "name:shop", roots: [] };
  expect(nameOf({ scope: "project", id: 1 }, [shop, other])).toBe("project shop, /w/shop");
  expect(nameOf({ scope: "project", id: 3 }, [shop, other])).toBe("project Shop, name:shop");
});
