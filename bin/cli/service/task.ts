/** Windows: a task of the Task Scheduler that runs when the user logs on. */
import { environmentOf, type ServiceHome, type ServiceKind } from "./kind";

const NAME = "Keepsake";

/** The scheduler has no environment for tasks: what is needed goes as options. */
export function taskXml(service: ServiceHome): string {
  const { KEEPSAKE_HOME: home, KEEPSAKE_PORT: port } = environmentOf(service);
  const words = [
    `"${service.root}\\bin\\keepsake.mjs"`,
    "start",
    "--background",
    ...(home === undefined ? [] : ["--data-dir", `"${home}"`]),
    ...(port === undefined ? [] : ["--port", port]),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    "  <RegistrationInfo><Description>Keepsake, memory for coding agents</Description></RegistrationInfo>",
    "  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>",
    '  <Principals><Principal id="Author"><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>',
    "  <Settings>",
    "    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>",
    "    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>",
    "    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>",
    "    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>",
    "    <RestartOnFailure><Interval>PT1M</Interval><Count>5</Count></RestartOnFailure>",
    "  </Settings>",
    '  <Actions Context="Author">',
    `    <Exec><Command>${escaped(service.node)}</Command><Arguments>${escaped(words.join(" "))}</Arguments></Exec>`,
    "  </Actions>",
    "</Task>",
    "",
  ].join("\r\n");
}

const escaped = (value: string): string =>
  value.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);

export function task(service: ServiceHome): ServiceKind {
  const file = `${service.dataHome ?? `${service.home}\\.keepsake`}\\keepsake-task.xml`;
  return {
    title: "scheduled task",
    file,
    // The scheduler reads UTF-16 with its mark.
    content: Buffer.from(`\uFEFF${taskXml(service)}`, "utf16le"),
    install: [
      ["schtasks", "/Create", "/TN", NAME, "/XML", file, "/F"],
      ["schtasks", "/Run", "/TN", NAME],
    ],
    uninstall: [["schtasks", "/Delete", "/TN", NAME, "/F"]],
    status: ["schtasks", "/Query", "/TN", NAME],
    notes: [],
  };
}
