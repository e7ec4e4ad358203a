/** How far a conversation was sent, so that a later hook goes on from there (V62). */
import { fileNameOf, readState, writePrivate } from "./files";

export interface Checkpoint {
  /** Messages that the gateway has. */
  uploadedCount: number;
  /** Ids that the host gave to what was sent, where it has any. */
  nativeMessageIds: string[];
  /** What tells this conversation from another one in the same file, such as the path of its transcript. */
  identity: Readonly<Record<string, string>>;
  /** Milliseconds UTC. */
  at: number;
}

export interface Checkpoints {
  /** null = nothing was sent, or so long ago that the host may have begun anew. */
  read(stateId: string): Promise<Checkpoint | null>;
  /** Only after the gateway has answered: what is committed is never sent again. */
  commit(
    stateId: string,
    uploadedCount: number,
    extra?: { nativeMessageIds?: readonly string[]; identity?: Readonly<Record<string, string>> },
  ): Promise<void>;
}

/** Milliseconds. */
const STALE_AFTER = 30 * 24 * 60 * 60 * 1000;

/** `dir` is made when something is committed; `now` is milliseconds UTC. */
export function createCheckpoints({ dir, now = Date.now }: { dir: string; now?: () => number }): Checkpoints {
  const nameOf = async (stateId: string) => `${await fileNameOf(stateId)}.checkpoint.json`;
  return {
    async read(stateId) {
      const state = await readState(`${dir}/${await nameOf(stateId)}`);
      if (state === null) return null;
      const { uploadedCount, nativeMessageIds, identity, at } = state;
      if (typeof uploadedCount !== "number" || !Number.isInteger(uploadedCount) || uploadedCount < 0) return null;
      if (typeof at !== "number" || now() - at > STALE_AFTER) return null;
      return { uploadedCount, nativeMessageIds: stringsOf(nativeMessageIds), identity: textsOf(identity), at };
    },
    async commit(stateId, uploadedCount, { nativeMessageIds = [], identity = {} } = {}) {
      const state: Checkpoint = { uploadedCount, nativeMessageIds: [...nativeMessageIds], identity, at: now() };
      await writePrivate(dir, await nameOf(stateId), JSON.stringify(state));
    },
  };
}

const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? (value as unknown[]).filter((one): one is string => typeof one === "string") : [];

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
