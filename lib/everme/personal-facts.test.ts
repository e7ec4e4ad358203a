/** Personal memory (V7, V70): what a person states of themselves becomes part of their profile, and nothing else is called extracted. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as context from "@/app/api/v1/mem/context/route";
import * as personal from "@/app/api/v1/mem/personal/route";
import { rows } from "../capture/testing";
import type { EvermeContextResult, PersonalResult } from "../contract/everme";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { personalFactsOf } from "./personal-facts";
import { assistant, call, openAccount, user } from "./testing";

describe("what is a fact of the person", () => {
  it.each([
    ["I eat no meat.", ["I eat no meat."]],
    ["Remember that my daughter is allergic to peanuts.", ["my daughter is allergic to peanuts."]],
    ["My cat is called Tom. I live in Berlin! The sky is blue.", ["My cat is called Tom.", "I live in Berlin!"]],
    ["I'm a surgeon, and I don't drink coffee.", ["I'm a surgeon, and I don't drink coffee."]],
    ["The user prefers window seats.", ["The user prefers window seats."]],
    ["User's birthday is in May", ["User's birthday is in May"]],
    ["请记住，我住在上海。", ["我住在上海。"]],
    ["我的女儿对花生过敏。今天天气很好。", ["我的女儿对花生过敏。"]],
    ["用户不吃辣", ["用户不吃辣"]],
  ])("V7: %s", (said, facts) => {
    expect(personalFactsOf(said)).toEqual(facts);
  });

  it.each([
    "hello",
    "The sky is blue today",
    "Where do I live?",
    "I think it might rain.",
    "I want you to fix the build.",
    "I need help with my code, please",
    "I'm working on the report right now.",
    "I have a question.",
    "Please fix my tests",
    "I am here, thanks",
    "我想请你修复构建",
    "我住在哪里？",
    "`I live in Berlin` is the text of the button",
  ])("V7: nothing in: %s", (said) => {
    expect(personalFactsOf(said)).toEqual([]);
  });

  it("any text ends in time", () => {
    for (const text of ["I ", "my ", "我", "user's ", "remember that ", "i am not ", "`"])
      expect(personalFactsOf(text.repeat(8000))).toEqual([]);
  }, 5000);
});

describe("through the gateway", () => {
  let test: TestApp;
  let keys: Record<string, string>;
  beforeEach(async () => {
    test = await openTestApp();
    keys = {
      local: openAccount(test.app, "local", ["laptop"]).evt["laptop"] ?? "",
      amber: openAccount(test.app, "amber", ["bot"]).evt["bot"] ?? "",
    };
  });
  afterEach(() => test.close());

  const tell = async (text: string, by = "local", conversationId = "me") =>
    (
      await call<PersonalResult>(personal.POST, keys[by] ?? "", {
        conversationId,
        messages: [user(text), assistant("Noted.", { turnComplete: true })],
        flush: true,
      })
    ).result;
  const known = async (by = "local") =>
    (await call<EvermeContextResult>(context.POST, keys[by] ?? "", {})).result.profile.explicit_info.map(
      ({ description }) => description,
    );

  it.each(["local", "amber"])("V7, V70: a fact of %s is extracted once, and stands in the profile", async (by) => {
    expect(await tell("I eat no meat. My cat is called Tom.", by)).toMatchObject({
      status: "extracted",
      extracted: true,
    });
    expect((await known(by)).sort()).toEqual(["I eat no meat.", "My cat is called Tom."]);
    expect(await known(by === "local" ? "amber" : "local")).toEqual([]);
    expect(await tell("I eat no meat.", by, "again")).toMatchObject({ status: "no_extraction", extracted: false });
    expect(await known(by)).toHaveLength(2);
    await drain(test.app);
    expect(rows(test.app, "SELECT DISTINCT undoable FROM operations WHERE kind = 'everme.extract'")).toEqual([
      { undoable: 1 },
    ]);
  });

  it("V7, V42: what says nothing of the person is kept as an episode, and not called extracted", async () => {
    expect(await tell("The depot in Hamburg opens at six.")).toMatchObject({
      status: "no_extraction",
      extracted: false,
      flushed: true,
      messageCount: 2,
    });
    expect(await known()).toEqual([]);
  });

  it("V7: what the rules read already comes once", async () => {
    expect(await tell("I prefer pnpm over npm for all my projects.")).toMatchObject({ extracted: true });
    expect(await known()).toEqual(["I prefer pnpm over npm for all my projects."]);
    expect(await tell("I prefer pnpm over npm for all my projects.", "local", "again")).toMatchObject({
      extracted: false,
    });
    expect(await tell("我喜欢喝绿茶", "local", "tea")).toMatchObject({ extracted: true });
    expect(await tell("我喜欢喝绿茶。", "local", "tea again")).toMatchObject({ extracted: false });
    expect(await known()).toHaveLength(2);
  });
});
