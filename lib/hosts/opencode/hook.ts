/**
 * What our plugin for OpenCode posts (`bin/hook/opencode-plugin.ts`), which turns OpenCode's own plugin hooks into Claude
 * Code's names and fields; `agent_id` marks what a child session did.
 */
import type { Adapted } from "../../contract/capture";
import type { Payload } from "../adapter";
import { adaptCommonHook } from "../common-hook";

export const adaptOpencodeHook = (event: string, payload: Payload): Adapted =>
  adaptCommonHook("opencode", event, payload);
