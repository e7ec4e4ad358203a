/** Linux: a unit of the user's own systemd. */
import { environmentOf, programOf, type ServiceHome, type ServiceKind } from "./kind";

const NAME = "keepsake.service";

export function systemdUnit(service: ServiceHome): string {
  const environment = Object.entries(environmentOf(service)).map(
    ([name, value]) => `Environment=${quoted(`${name}=${value}`)}`,
  );
  return [
    "[Unit]",
    "Description=Keepsake, memory for coding agents",
    // A port that another program took would else be tried for ever.
    "StartLimitIntervalSec=300",
    "StartLimitBurst=5",
    "",
    "[Service]",
    `ExecStart=${programOf(service)
      .map((word) => quoted(word.replaceAll("$", "$$$$")))
      .join(" ")}`,
    ...environment,
    "Restart=on-failure",
    "RestartSec=5",
    // The server ends what it has in hand first.
    "KillMode=mixed",
    "TimeoutStopSec=20",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** `%` begins a placeholder of systemd's own. */
const quoted = (word: string): string => `"${word.replace(/["\\]/g, "\\$&").replaceAll("%", "%%")}"`;

export const systemd = (service: ServiceHome, config: string): ServiceKind => ({
  title: "systemd user unit",
  file: `${config}/systemd/user/${NAME}`,
  content: Buffer.from(systemdUnit(service), "utf8"),
  install: [
    ["systemctl", "--user", "daemon-reload"],
    ["systemctl", "--user", "enable", "--now", NAME],
  ],
  uninstall: [["systemctl", "--user", "disable", "--now", NAME]],
  status: ["systemctl", "--user", "is-active", NAME],
  notes: ["It runs while you are logged in; `loginctl enable-linger` lets it run from the start of the machine."],
});
