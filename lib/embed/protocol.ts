/** What the process and its embedding thread say to each other. */
export interface ThreadData {
  modelDir: string;
  /** What the model's config says. */
  dimension: number;
}

export type TextKind = "query" | "passage";

export type ToThread = { type: "embed"; id: number; kind: TextKind; texts: string[] } | { type: "stop" };

export type FromThread =
  | { type: "ready" }
  /** The model cannot be loaded; the thread ends itself. */
  | { type: "broken"; error: string }
  /** All vectors of a request, one after the other. */
  | { type: "vectors"; id: number; vectors: Float32Array }
  | { type: "failed"; id: number; error: string };
