/** `keepsake service install|uninstall|status`: the server as a service of the user's system, so that capture goes on after a reboot. */
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { readEnv } from "../../../lib/env";
import { packageRoot } from "../root";
import { stopServer } from "../served";
import { startInBackground } from "../start/background";
import type { ServiceKind } from "./kind";
import { installService, serviceKind, serviceStatus, uninstallService } from "./manage";
import { runSystem } from "./runner";

export const serviceCommand = (): Command => {
  const service = new Command("service").description("Let your system start the server when you log in");
  service
    .command("install")
    .description("make it a service and start it (systemd user unit, launch agent, scheduled task)")
    .action(async () => {
      const kind = kindHere();
      const env = readEnv();
      // Two servers cannot serve one folder: the service takes over from the one that runs.
      const stopped = await stopServer(env.home);
      if (stopped !== null) console.log(`Stopped Keepsake (process ${stopped.pid}); the service takes over.`);
      try {
        for (const line of installService(kind, runSystem)) console.log(line);
      } catch (error) {
        if (stopped !== null) await startInBackground({ ...env, port: stopped.port, host: stopped.host });
        throw error;
      }
    });
  service
    .command("uninstall")
    .description("end it and take it out; the data stays")
    .action(() => {
      for (const line of uninstallService(kindHere(), runSystem)) console.log(line);
    });
  service
    .command("status")
    .description("say whether it is a service, and whether it runs")
    .action(() => {
      for (const line of serviceStatus(kindHere(), runSystem)) console.log(line);
    });
  return service;
};

function kindHere(): ServiceKind {
  const env = readEnv();
  const isSet = (name: string): boolean => (process.env[name] ?? "") !== "";
  const config = isSet("XDG_CONFIG_HOME") ? String(process.env["XDG_CONFIG_HOME"]) : join(homedir(), ".config");
  return serviceKind(
    process.platform,
    {
      home: homedir(),
      node: process.execPath,
      root: packageRoot(),
      dataHome: isSet("KEEPSAKE_HOME") ? env.home : null,
      port: env.port,
      uid: process.platform === "win32" ? 0 : userInfo().uid,
    },
    config,
  );
}
