/** `<home>/llm_credentials.json` (E66): provider, key, address and model; for this user only. Its values are never shown. */
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { LlmProvider } from "../contract/llm";

export const CREDENTIALS_FILE = "llm_credentials.json";
const MAX_BYTES = 64 * 1024;
const OTHERS_MAY = 0o077;

export interface Credentials {
  provider: LlmProvider;
  /** May be empty: some servers ask for no key. */
  apiKey: string;
  baseUrl: string | null;
  model: string | null;
}

/** What is wrong and what to do about it; no word of it comes from the file. */
export interface LlmProblem {
  what: string;
  hint: string;
}

export interface CredentialsFile {
  credentials: Credentials | null;
  problem: LlmProblem | null;
}

const Text = z.string().trim().max(4096);
const Optional = Text.max(2000)
  .nullish()
  .transform((text) => text || null);
/** Unknown fields are left alone: other programs read this shape too. */
const Content = z.object({
  provider: Text.optional().transform((name) => name || "deepseek"),
  api_key: Text.default(""),
  base_url: Optional,
  model: Optional,
});

/** null and null when there is no such file. */
export function readCredentials(home: string): CredentialsFile {
  let file: number;
  try {
    file = openSync(join(home, CREDENTIALS_FILE), "r");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    if (code === "ENOENT") return { credentials: null, problem: null };
    return refused(`could not be opened (${code})`, "Make it a file that you can read.");
  }
  try {
    const { mode, size, isFile } = statOf(file);
    if (!isFile || size > MAX_BYTES) return refused("is no file of at most 64 KB", "Write it anew.");
    // Windows keeps no such bits.
    if (process.platform !== "win32" && (mode & OTHERS_MAY) !== 0) {
      return refused(
        `can be read or written by others (mode ${(mode & 0o777).toString(8).padStart(4, "0")})`,
        `Run \`chmod 600 ${join(home, CREDENTIALS_FILE)}\`; think of a new key if others use this machine.`,
      );
    }
    return parse(readFileSync(file, "utf8"));
  } catch (error) {
    return refused(`could not be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`, "Write it anew.");
  } finally {
    closeSync(file);
  }
}

function statOf(file: number): { mode: number; size: number; isFile: boolean } {
  const stat = fstatSync(file);
  return { mode: stat.mode, size: stat.size, isFile: stat.isFile() };
}

function parse(text: string): CredentialsFile {
  const shape = 'It is one JSON object: {"provider":"deepseek","api_key":"…","base_url":"…","model":"…"}.';
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    // The parser's own message quotes the text, which holds the key.
    if (error instanceof SyntaxError) return refused("is not valid JSON", shape);
    throw error;
  }
  const content = Content.safeParse(value);
  if (!content.success) {
    const field = content.error.issues[0]?.path[0];
    return refused(field === undefined ? "holds no JSON object" : `has no usable ${String(field)}`, shape);
  }
  const provider = LlmProvider.safeParse(content.data.provider);
  if (!provider.success) {
    return refused("names no provider that Keepsake knows", `Use one of: ${LlmProvider.options.join(", ")}.`);
  }
  const { api_key: apiKey, base_url: baseUrl, model } = content.data;
  return { credentials: { provider: provider.data, apiKey, baseUrl, model }, problem: null };
}

const refused = (why: string, hint: string): CredentialsFile => ({
  credentials: null,
  problem: { what: `${CREDENTIALS_FILE} ${why} and was not used.`, hint },
});
