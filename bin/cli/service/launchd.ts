/** macOS: a launch agent of the user. */
import { environmentOf, programOf, type ServiceHome, type ServiceKind } from "./kind";

const LABEL = "dev.keepsake.server";

export function launchAgent(service: ServiceHome): string {
  // A folder that is always there; the server itself writes into the data folder's log.
  const logs = `${service.home}/Library/Logs/keepsake.log`;
  const environment = Object.entries(environmentOf(service));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    "<dict>",
    ...pair("Label", text(LABEL)),
    ...pair("ProgramArguments", "<array>", ...programOf(service).map((word) => `  ${text(word)}`), "</array>"),
    ...(environment.length === 0
      ? []
      : pair(
          "EnvironmentVariables",
          "<dict>",
          ...environment.flatMap(([name, value]) => pair(name, text(value))),
          "</dict>",
        )),
    ...pair("RunAtLoad", "<true/>"),
    // Again after a crash, not after it was asked to stop.
    ...pair("KeepAlive", "<dict>", ...pair("SuccessfulExit", "<false/>"), "</dict>"),
    ...pair("ThrottleInterval", "<integer>10</integer>"),
    ...pair("ProcessType", text("Background")),
    ...pair("StandardOutPath", text(logs)),
    ...pair("StandardErrorPath", text(logs)),
    "</dict>",
    "</plist>",
    "",
  ].join("\n");
}

const pair = (key: string, ...value: string[]): string[] =>
  [`<key>${escaped(key)}</key>`, ...value].map((line) => `  ${line}`);
const text = (value: string): string => `<string>${escaped(value)}</string>`;
const escaped = (value: string): string =>
  value.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);

export function launchd(service: ServiceHome): ServiceKind {
  const file = `${service.home}/Library/LaunchAgents/${LABEL}.plist`;
  const domain = `gui/${service.uid}`;
  return {
    title: "launch agent",
    file,
    content: Buffer.from(launchAgent(service), "utf8"),
    // One that is known already is not taken a second time.
    before: [["launchctl", "bootout", `${domain}/${LABEL}`]],
    install: [["launchctl", "bootstrap", domain, file]],
    uninstall: [["launchctl", "bootout", `${domain}/${LABEL}`]],
    status: ["launchctl", "print", `${domain}/${LABEL}`],
    notes: [],
  };
}
