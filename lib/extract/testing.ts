/** Builds turns for tests: prompt, tool calls and messages in order. */
import type { TurnEvidence, TurnItem } from "../contract/extraction";

export const ROOT = "/home/dev/cart";

export const said = (text: string): Omit<TurnItem & { kind: "message" }, "eventId" | "at"> => ({
  kind: "message",
  text,
});

type ToolSketch = Omit<TurnItem & { kind: "tool" }, "eventId" | "at">;

export const used = (
  name: string,
  input: Record<string, unknown>,
  output = "",
  isError: boolean | null = null,
): ToolSketch => ({
  kind: "tool",
  name,
  input,
  output,
  isError,
  files: typeof input.file_path === "string" ? [input.file_path] : [],
});
export const edited = (
  path: string,
  isError: boolean | null = null,
  output = "The file has been updated successfully.",
): ToolSketch => used("Edit", { file_path: path, old_string: "a", new_string: "b" }, output, isError);
export const ran = (command: string, output = "", isError: boolean | null = false): ToolSketch =>
  used("Bash", { command }, output, isError);

type Sketch = ReturnType<typeof said> | ToolSketch;

export function turnOf(prompt: string, items: Sketch[] = [], more: Partial<TurnEvidence> = {}): TurnEvidence {
  return {
    sessionId: 1,
    turn: 1,
    prompt,
    promptId: 1,
    outcome: "done",
    items: items.map((item, index) => ({ ...item, eventId: index + 1, at: index })),
    previousMessage: null,
    earlier: [],
    roots: [ROOT],
    projectName: "cart",
    branch: "main",
    fromTranscript: false,
    ...more,
  };
}
