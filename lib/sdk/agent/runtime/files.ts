/** Small private files of a hook: folder 0700, files 0600, replaced as a whole. Node.js is asked for when they are used, so that a page can load the SDK. */
import { isRecord, parseJson } from "../../../text/json-value";

const fs = () => import("node:fs/promises");

/** A session's id as the name of a file: as it is where that is harmless, else its hash. */
export async function fileNameOf(id: string): Promise<string> {
  if (/^[A-Za-z0-9_-]{1,120}$/.test(id)) return id;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id));
  return `id-${[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** null = there is none. Throws what the system says of any other fault. */
export async function readPrivate(path: string): Promise<string | null> {
  const { readFile } = await fs();
  return readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/** The file is the old one or the new one at any moment. */
export async function writePrivate(dir: string, name: string, text: string): Promise<void> {
  const { rename, writeFile, rm } = await fs();
  await makePrivate(dir);
  const temp = `${dir}/.${name}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(temp, text, { mode: 0o600, flag: "wx" });
    await rename(temp, `${dir}/${name}`);
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  }
}

/** One write at the end of the file. */
export async function appendPrivate(dir: string, name: string, text: string): Promise<void> {
  const { appendFile } = await fs();
  await makePrivate(dir);
  await appendFile(`${dir}/${name}`, text, { mode: 0o600 });
}

export async function removePrivate(path: string): Promise<void> {
  const { rm } = await fs();
  await rm(path, { force: true });
}

/** Bytes; 0 = there is none. */
export async function sizeOfFile(path: string): Promise<number> {
  const { stat } = await fs();
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isMissing(error)) return 0;
      throw error;
    },
  );
}

export async function makePrivate(dir: string): Promise<void> {
  const { mkdir } = await fs();
  await mkdir(dir, { recursive: true, mode: 0o700 });
}

/** JSON of an object; null where the file is missing or holds something else. */
export async function readState(path: string): Promise<Record<string, unknown> | null> {
  const text = await readPrivate(path);
  if (text === null) return null;
  // What is cut off in a crash of the machine is lost, and the work is done again.
  const value = parseJson(text);
  return isRecord(value) ? value : null;
}

function isMissing(error: unknown): boolean {
  return typeof error === "object" && error !== null && (error as { code?: unknown }).code === "ENOENT";
}
