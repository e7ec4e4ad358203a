import { createElement, use } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { InOrder } from "./in-order";

/** A part that says `text` as soon as it may. */
function late(text: string) {
  let take = (_: string): void => undefined;
  const promise = new Promise<string>((resolve) => (take = resolve));
  const Part = () => createElement("p", null, use(promise));
  return { part: createElement(Part), bone: createElement("i", null, `bone of ${text}`), come: () => take(text) };
}

it("a part stands in its place only with all above it: until then all bones are one place that waits", async () => {
  const parts = ["first", "second", "third"].map(late);
  const out = new PassThrough();
  let html = "";
  out.on("data", (chunk: Buffer) => (html += chunk.toString()));
  const ended = new Promise((resolve) => out.once("end", resolve));
  const shell = new Promise<void>((resolve) => {
    const stream = renderToPipeableStream(createElement("main", null, createElement(InOrder, { parts })), {
      onShellReady: () => {
        stream.pipe(out);
        resolve();
      },
    });
  });
  await shell;
  // The later ones come first, and stand in what waits for the first one.
  for (const part of parts.toReversed()) part.come();
  await ended;
  const main = html.slice(0, html.indexOf("</main>"));
  expect(main.match(/bone of \w+/g)).toEqual(["bone of first", "bone of second", "bone of third"]);
  expect(main.match(/<template/g)).toHaveLength(1);
  for (const text of ["first", "second", "third"]) expect(html).toContain(`<p>${text}</p>`);
});
