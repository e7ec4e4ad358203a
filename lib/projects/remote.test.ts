import { describe, expect, it } from "vitest";
import { normalizeRemote } from "./remote";

describe("normalizeRemote", () => {
  it.each([
    "git@Example.com:team/shop.git",
    "ssh://git@example.com/team/shop.git",
    "ssh://git@example.com:2222/team/shop",
    "https://example.com/team/shop",
    "https://example.com/team/shop.git/",
    "https://someone:not-a-real-word@EXAMPLE.com/team/shop.git",
    "http://example.com:8080//team/./shop.git?x=1#y",
    "git://example.com/team/shop.git",
    "example.com:team/shop",
  ])("reads %s as the same repository", (url) => {
    expect(normalizeRemote(url)).toBe("example.com/team/shop");
  });

  it.each([
    "/srv/git/shop.git",
    "../shop",
    "C:\\code\\shop",
    "C:/code/shop",
    "file:///srv/git/shop.git",
    "",
    "https://",
    "x",
  ])("knows that %j names no server", (url) => {
    expect(normalizeRemote(url)).toBeNull();
  });

  it("keeps no credential", () => {
    expect(normalizeRemote("https://user:PASSWORD-X@example.com/a/b")).not.toContain("PASSWORD-X");
  });
});
