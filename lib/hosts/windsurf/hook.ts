/**
 * Windsurf's (Cascade's) hook payloads, after docs.windsurf.com/windsurf/cascade/hooks (as of November 2026): a trajectory is the
 * session, what happened stands in `tool_info`. They name no folder, but run in the workspace's: the hook program adds its own
 * as `keepsake_cwd`. Unknown: the outcome of a command, and whether a tool failed.
 */
import { z } from "zod";
import type { Adapted } from "../../contract/capture";
import type { Payload } from "../adapter";
import { type EventPart, oneEvent } from "../common-hook";
import { optionalString, SessionId } from "../fields";
import { partsText, stringOf } from "../../text/content-parts";
import { readTime } from "../../text/read-time";

const WindsurfPayload = z.looseObject({
  trajectory_id: SessionId,
  timestamp: z.unknown().optional(),
  keepsake_cwd: optionalString,
  tool_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

export function adaptWindsurfHook(event: string, payload: Payload): Adapted {
  const hook = WindsurfPayload.parse(payload);
  const info = hook.tool_info ?? {};
  const base = {
    host: "windsurf" as const,
    hostSessionId: hook.trajectory_id,
    at: readTime(hook.timestamp),
    cwd: hook.keepsake_cwd ?? stringOf(info["cwd"]),
    fromTranscript: false,
  };
  const one = (part: EventPart): Adapted => oneEvent(base, part);
  switch (event) {
    case "pre_user_prompt":
      return one({ type: "prompt", text: partsText(info["user_prompt"]) });
    case "post_cascade_response":
      return one({ type: "turn_end", outcome: "done", lastMessage: stringOf(partsText(info["response"])) });
    case "post_run_command":
      return one({
        type: "tool",
        name: "run_command",
        input: { command: info["command_line"], cwd: info["cwd"] },
        output: "",
      });
    case "post_write_code":
      return one({
        type: "tool",
        name: "write_code",
        input: { file_path: info["file_path"], edits: info["edits"] },
        output: "",
      });
    case "post_read_code":
      return one({ type: "tool", name: "read_code", input: { file_path: info["file_path"] }, output: "" });
    case "post_mcp_tool_use": {
      const name = `mcp__${stringOf(info["mcp_server_name"]) ?? ""}__${stringOf(info["mcp_tool_name"]) ?? ""}`;
      const result = info["mcp_result"];
      return one({ type: "tool", name, input: info["mcp_tool_arguments"], output: result ?? "" });
    }
    case "pre_read_code":
    case "pre_write_code":
    case "pre_run_command":
    case "pre_mcp_tool_use":
    case "post_cascade_response_with_transcript":
    case "post_setup_worktree":
      return { skip: "bookkeeping" };
    default:
      return { skip: "unknown_event" };
  }
}
