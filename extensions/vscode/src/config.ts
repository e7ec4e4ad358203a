/** The extension's settings, read anew whenever they are needed; a setting that is none is said, not guessed. */
import { workspace } from "vscode";
import { z } from "zod";
import { WorkerClient } from "../../../lib/sdk/worker-client";

export const SECTION = "keepsake";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

const Settings = z.object({
  port: z.number("must be a number").int("must be a whole number").min(1).max(65_535),
  url: z
    .string("must be text")
    .trim()
    .max(2000)
    .refine(
      (url) => url === "" || isLoopback(url),
      "must be an address of this machine, such as http://127.0.0.1:37777",
    ),
  token: z
    .string("must be text")
    .trim()
    .max(1000)
    .regex(/^[\x21-\x7e]*$/, "must be visible ASCII characters"),
});

/** A setting that is none; the message is a sentence that names it. */
export class SettingError extends Error {}

/** Throws `SettingError`. */
export function openClient(): WorkerClient {
  const section = workspace.getConfiguration(SECTION);
  const read = Settings.safeParse({
    port: section.get("port", 37777),
    url: section.get("url", ""),
    token: section.get("token", ""),
  });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SettingError(
      `The setting ${SECTION}.${issue?.path.join(".") ?? ""} ${issue?.message ?? "is not valid"}.`,
    );
  }
  const { port, url, token } = read.data;
  return new WorkerClient(port, {
    client: "vscode",
    ...(url === "" ? {} : { url }),
    ...(token === "" ? {} : { token }),
  });
}

/** What leaves this extension goes to this machine only. */
function isLoopback(text: string): boolean {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && LOOPBACK.has(url.hostname) && url.username === "" && url.password === "";
  } catch {
    // No URL at all.
    return false;
  }
}
