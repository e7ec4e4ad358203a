import { SettingsPatch, SettingsSaved, SettingsView } from "@/lib/contract/settings";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { describeSettings, saveSettings } from "@/lib/settings/service";

/** M41, M42: effective settings with their sources; any subset is stored whole or not at all. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: SettingsView }, ({ app }) => describeSettings(app)),
  POST: route({ body: SettingsPatch, output: SettingsSaved }, ({ app, body, request }) =>
    saveSettings(app, body, actorOf(request)),
  ),
});
