import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ServiceHome } from "./kind";
import { launchAgent } from "./launchd";
import { installService, serviceKind, serviceStatus, uninstallService } from "./manage";
import type { Runner } from "./runner";
import { systemdUnit } from "./systemd";
import { taskXml } from "./task";

const UNIX: ServiceHome = {
  home: "/home/ada",
  node: "/usr/bin/node",
  root: '/opt/my "keep" $ake 100%',
  dataHome: "/data/a & b",
  port: 4000,
  uid: 501,
};

it("writes a systemd unit whose words survive quotes, dollars and percent signs", () => {
  expect(systemdUnit(UNIX)).toBe(`[Unit]
Description=Keepsake, memory for coding agents
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
ExecStart="/usr/bin/node" "/opt/my \\"keep\\" $$ake 100%%/bin/keepsake.mjs" "start"
Environment="KEEPSAKE_HOME=/data/a & b"
Environment="KEEPSAKE_PORT=4000"
Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=20

[Install]
WantedBy=default.target
`);
});

it("writes a launch agent", () => {
  expect(launchAgent(UNIX)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>dev.keepsake.server</string>
  <key>ProgramArguments</key>
  <array>
    <string>/usr/bin/node</string>
    <string>/opt/my "keep" $ake 100%/bin/keepsake.mjs</string>
    <string>start</string>
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>KEEPSAKE_HOME</key>
    <string>/data/a &amp; b</string>
    <key>KEEPSAKE_PORT</key>
    <string>4000</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>StandardOutPath</key>
  <string>/home/ada/Library/Logs/keepsake.log</string>
  <key>StandardErrorPath</key>
  <string>/home/ada/Library/Logs/keepsake.log</string>
</dict>
</plist>
`);
});

it("writes a scheduled task", () => {
  const xml = taskXml({
    ...UNIX,
    node: "C:\\Program Files\\nodejs\\node.exe",
    root: "C:\\k & k",
    dataHome: "D:\\data",
    port: null,
  });
  expect(xml.split("\r\n")).toContain(
    '    <Exec><Command>C:\\Program Files\\nodejs\\node.exe</Command><Arguments>"C:\\k &amp; k\\bin\\keepsake.mjs" start --background --data-dir "D:\\data"</Arguments></Exec>',
  );
  const { content } = serviceKind("win32", UNIX, "");
  expect([...content.subarray(0, 4)]).toEqual([0xff, 0xfe, 0x3c, 0x00]);
});

let base: string;
beforeEach(() => (base = mkdtempSync(join(tmpdir(), "keepsake-service-"))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

const kind = () => serviceKind("linux", { ...UNIX, home: base }, join(base, ".config"));

function recorder(answer: Partial<ReturnType<Runner>> = {}): { run: Runner; ran: string[] } {
  const ran: string[] = [];
  const run: Runner = (command, args) => {
    ran.push([command, ...args].join(" "));
    return { isThere: true, code: 0, output: "", ...answer };
  };
  return { run, ran };
}

it("installs, says how it is, and takes out again; twice is no error", () => {
  const { run, ran } = recorder();
  expect(serviceStatus(kind(), run).join()).toContain("no service here");
  expect(installService(kind(), run).join("\n")).toContain("loginctl enable-linger");
  expect(readFileSync(kind().file, "utf8")).toBe(systemdUnit({ ...UNIX, home: base }));
  installService(kind(), run);
  expect(ran).toEqual([
    "systemctl --user daemon-reload",
    "systemctl --user enable --now keepsake.service",
    "systemctl --user daemon-reload",
    "systemctl --user enable --now keepsake.service",
  ]);
  expect(serviceStatus(kind(), run).join()).toContain("is on");
  expect(serviceStatus(kind(), recorder({ code: 3, output: "inactive" }).run).join()).toMatch(/does not run.*inactive/);
  expect(uninstallService(kind(), run).join()).toContain("still there");
  expect(existsSync(kind().file)).toBe(false);
  expect(uninstallService(kind(), run).join()).toContain("nothing was changed");
});

it("lets macOS forget the old one before it learns the new one", () => {
  const { run, ran } = recorder({ code: 5 });
  const agent = serviceKind("darwin", { ...UNIX, home: base }, "");
  expect(() => installService(agent, run)).toThrow(/launchctl bootstrap/);
  expect(ran).toEqual([
    "launchctl bootout gui/501/dev.keepsake.server",
    `launchctl bootstrap gui/501 ${join(base, "Library/LaunchAgents/dev.keepsake.server.plist")}`,
  ]);
});

it("says what to do where there is no service manager, and leaves no file behind", () => {
  expect(() => installService(kind(), recorder({ isThere: false, code: null }).run)).toThrow(/systemctl is not there/);
  expect(existsSync(kind().file)).toBe(false);
  const failing = recorder({ code: 1, output: "Failed to connect to bus\nmore" });
  expect(() => installService(kind(), failing.run)).toThrow(/failed: Failed to connect to bus/);
  expect(existsSync(kind().file)).toBe(false);
  expect(() => serviceKind("aix", UNIX, "")).toThrow(/knows no services/);
});
