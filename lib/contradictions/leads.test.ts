/** Which words lead from a statement to those that it may change. */
import { expect, it } from "vitest";
import { leadsOf } from "./leads";

it("names of the same set, and how a changed value's subject may be written", () => {
  expect(leadsOf("Actually let's use MySQL instead of PostgreSQL")).toEqual(
    expect.arrayContaining(["postgresql", "mysql", "sqlite"]),
  );
  expect(leadsOf("Port is now 4100.")).toEqual(expect.arrayContaining(["port", "端口"]));
  expect(leadsOf("端口从 8080 改成 9090")).toContain("port");
});

it("nothing for a statement that names nothing of a known set and changes no value", () => {
  expect(leadsOf("Never commit to main directly without a review of the team")).toEqual([]);
  expect(leadsOf("The API listens on port 4000")).toEqual([]);
  expect(leadsOf("")).toEqual([]);
});
