import { describe, expect, it } from "vitest";
import { folderName, isAtOrBelow, normalizePath, type NormalPath } from "./paths";

const path = (raw: string): NormalPath => {
  const normal = normalizePath(raw);
  if (normal === null) throw new Error(`no path: ${raw}`);
  return normal;
};

describe("normalizePath", () => {
  it("J14: trailing and double slashes, dot segments and a trailing space are one path", () => {
    const forms = ["/w/app", "/w/app/", "/w//app", "/w/x/../app", "/w/./app/.", "/w/app ", "file:///w/app"];
    expect(new Set(forms.map((form) => path(form).key))).toEqual(new Set(["/w/app"]));
  });

  it("J05: drive letters and slashes of either kind are one path, called by its last segment", () => {
    const forms = [
      "D:\\My DATA\\Project",
      "d:/My DATA/Project",
      "D:\\My DATA\\Project\\",
      "\\\\?\\D:\\My DATA\\.\\Project",
    ];
    expect(new Set(forms.map((form) => path(form).key)).size).toBe(1);
    expect(folderName(path("D:\\My DATA\\Project"))).toBe("Project");
  });

  it("J05: network shares are paths of their own", () => {
    expect(folderName(path("\\\\srv\\share\\Project2"))).toBe("Project2");
    expect(path("\\\\?\\UNC\\srv\\share\\Project2").key).toBe(path("\\\\SRV\\share\\project2").key);
    expect(folderName(path("\\\\wsl$\\Ubuntu\\home\\u\\app"))).toBe("app");
  });

  it("J07: the top of a file system has a name", () => {
    expect(folderName(path("/"))).toBe("root");
    expect(folderName(path("///"))).toBe("root");
    expect(folderName(path("C:\\"))).toBe("root of C:");
  });

  it("J10: names in any script stay, composed or not", () => {
    expect(folderName(path("/w/项目甲"))).toBe("项目甲");
    expect(path("/w/Cafe\u0301").key).toBe(path("/w/Caf\u00e9").key);
  });

  it.each(["", "app", "./app", "../app", "~/app", " ", "C:app", "\\\\", "/".repeat(5000)])("refuses %j", (raw) => {
    expect(normalizePath(raw)).toBeNull();
  });

  it("survives control characters and lone surrogates", () => {
    expect(path("/w/a\u0000b\ud83d").text).toBe("/w/ab\ufffd");
  });

  it("tells what lies below, not what merely begins alike", () => {
    expect(isAtOrBelow(path("/w/app/src"), path("/w/app"))).toBe(true);
    expect(isAtOrBelow(path("/w/app"), path("/w/app/"))).toBe(true);
    expect(isAtOrBelow(path("/w/app2"), path("/w/app"))).toBe(false);
    expect(isAtOrBelow(path("/w"), path("/"))).toBe(true);
    expect(isAtOrBelow(path("D:/a/B"), path("d:\\A"))).toBe(true);
  });
});
