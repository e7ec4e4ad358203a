import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { messagesOf } from "@/i18n/messages";
import { VirtualList } from "./virtual-list";

const drawn = (isEven: boolean): string => {
  const list = createElement(VirtualList<number>, {
    label: "Numbers",
    items: [1, 2, 3],
    nextCursor: null,
    getKey: (item) => item,
    estimate: 100,
    isEven,
    renderRow: (item) => `row ${item}`,
  });
  return renderToString(
    createElement(NextIntlClientProvider, {
      locale: "en",
      messages: messagesOf("en"),
      timeZone: "UTC",
      children: list,
    }),
  );
};

it("the server draws rows of unknown height one below the other, and even ones where they stay", () => {
  const uneven = drawn(false);
  expect(uneven).toContain("row 3");
  expect(uneven).not.toContain("absolute");
  expect(uneven).not.toMatch(/height:\d/);
  expect(drawn(true)).toContain("top:200px");
});
