import { describe, expect, it } from "vitest";
import { formatVisit, nextVisit, parseVisit, VISIT_MS } from "./visit";

const NOW = Date.UTC(2026, 5, 4, 12);

describe("since you last looked", () => {
  it("stays at the end of the visit before, as long as views are opened within half an hour of each other", () => {
    const first = nextVisit(null, NOW);
    expect(first).toEqual({ since: null, last: NOW });
    const second = nextVisit(first, NOW + VISIT_MS);
    expect(second.since).toBeNull();
    const later = nextVisit(second, second.last + VISIT_MS + 1);
    expect(later.since).toBe(second.last);
    expect(nextVisit(later, later.last + 60_000)).toEqual({ since: second.last, last: later.last + 60_000 });
  });

  it("survives its cookie, and believes nothing that is no visit", () => {
    for (const visit of [
      { since: null, last: NOW },
      { since: NOW - 5, last: NOW },
    ])
      expect(parseVisit(formatVisit(visit))).toEqual(visit);
    for (const text of [undefined, "", "x", "1", "5.1", "-.-", "1.99999999999999999", "<b>.1", `${NOW}.${NOW - 1}`])
      expect(parseVisit(text)).toBeNull();
  });

  it("never says that the person looks in the future, where the clock was set back", () => {
    expect(nextVisit({ since: NOW - 10, last: NOW }, NOW - 100)).toEqual({ since: NOW - 100, last: NOW - 100 });
    expect(nextVisit({ since: null, last: NOW }, NOW - 100)).toEqual({ since: NOW - 100, last: NOW - 100 });
  });
});
