/** The switch of our MCP server (M43, M44). */
import { z } from "zod";

export const McpStatus = z.object({ enabled: z.boolean() }).meta({ id: "McpStatus" });
export type McpStatus = z.infer<typeof McpStatus>;

export const McpToggle = z.strictObject({ enabled: z.boolean() }).meta({ id: "McpToggle" });
export type McpToggle = z.infer<typeof McpToggle>;

export const McpToggled = z.object({ success: z.literal(true), enabled: z.boolean() }).meta({ id: "McpToggled" });
export type McpToggled = z.infer<typeof McpToggled>;
