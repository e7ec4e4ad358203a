/** Reads which arguments and tags an ICU message takes: what two languages of one message must agree on. Pure; for tests. */

/** What an argument has to be. */
export type ArgumentKind = "text" | "number" | "choice" | "tag";

/** By name. Throws where a message is no ICU message. */
export function argumentsOf(message: string): Map<string, ArgumentKind> {
  const found = new Map<string, ArgumentKind>();
  let at = 0;
  const fail = (what: string): never => {
    throw new Error(`${what} at ${at} of: ${message}`);
  };
  const add = (name: string, kind: ArgumentKind) => {
    // A number may stand bare beside its own plural.
    const before = found.get(name);
    found.set(name, before === undefined || before === "text" ? kind : before);
  };
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const text = pattern.exec(message)?.[0] ?? "";
    at += text.length;
    return text;
  };
  const space = () => take(/\s*/y);
  const expect = (text: string) => {
    space();
    if (!message.startsWith(text, at)) fail(`no ${text}`);
    at += text.length;
  };
  const argument = () => {
    space();
    const name = take(/\w+/y);
    if (name === "") fail("no name");
    space();
    if (message[at] === "}") {
      add(name, "text");
      at += 1;
      return;
    }
    expect(",");
    space();
    const type = take(/\w+/y);
    if (type === "number") add(name, "number");
    else if (type === "plural" || type === "selectordinal") add(name, "number");
    else if (type === "select") add(name, "choice");
    else fail(`the type ${type}`);
    space();
    if (type !== "number") {
      expect(",");
      for (space(); message[at] !== "}"; space()) {
        if (take(/=?\w+/y) === "") fail("no choice");
        expect("{");
        text("}");
        expect("}");
      }
    }
    expect("}");
  };
  const text = (end: string) => {
    while (at < message.length && message[at] !== end) {
      if (message[at] === "{") {
        at += 1;
        argument();
      } else {
        const tag = /^<(\w+)>/.exec(message.slice(at));
        if (tag?.[1] !== undefined) add(tag[1], "tag");
        at += 1;
      }
    }
  };
  text("");
  return found;
}
