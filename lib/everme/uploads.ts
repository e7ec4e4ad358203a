/** Cold start (V9): a file is announced, uploaded to the data folder, checked, and taken in as conversations. */
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { hashOf, isSameHash } from "../accounts/keys";
import type { Caller } from "../accounts/service";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import {
  MAX_MESSAGES,
  MAX_UPLOAD_BYTES,
  type PresignBody,
  type PresignResult,
  type SourcesBody,
  SourcesResult,
  UploadType,
  type UploadResult,
} from "../contract/everme";
import { write } from "../db/write";
import { inTurn } from "./in-turn";
import { removeStaleUploads, uploadsFolder } from "./stale-uploads";
import { FileMessage, readUpload } from "./upload-file";
import {
  countWaiting,
  insertUpload,
  updateUpload,
  uploadByIdempotencyKey,
  uploadByKey,
  type UploadRow,
} from "./uploads-repo";
import { storedName } from "./stored-name";
import { REPLAY_MS, saveAgentMessages } from "./write";

const OPEN_MS = 15 * 60_000;
/** Files of one key that wait to be taken in. */
const MAX_WAITING = 20;

/** `origin` is that of this server as the caller knows it. Throws `conflict` where too many files wait already. */
export function presign(app: App, caller: Caller, body: PresignBody, origin: string): PresignResult {
  const objectKey = randomBytes(16).toString("hex");
  const secret = randomBytes(32).toString("hex");
  const now = app.now();
  const expiresAt = now + OPEN_MS;
  removeStaleUploads(app);
  write(app, (tx) => {
    if (countWaiting(tx, caller.tokenId) >= MAX_WAITING) {
      throw new AppError("conflict", `${MAX_WAITING} files of this key wait to be taken in.`, {
        hint: "Call /mem/sources for them, or wait a quarter of an hour.",
      });
    }
    const { contentType, sizeBytes, contentHash } = body;
    const row = { tokenId: caller.tokenId, objectKey, secretHash: hashOf(secret), createdAt: now, expiresAt };
    insertUpload(tx, { ...row, contentType, sizeBytes, contentHash });
  });
  return {
    objectKey,
    uploadUrl: `${origin}/api/v1/mem/uploads/${objectKey}`,
    formFields: { key: objectKey, token: secret },
    maxSize: MAX_UPLOAD_BYTES,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

/**
 * Takes the announced file, once; the secret of its announcement is the credential. What is written holds neither secrets nor
 * private text. Throws `forbidden` for a wrong or late one, `validation_failed` for another file than was announced.
 */
export function receiveUpload(app: App, objectKey: string, secret: string, file: Uint8Array): Promise<UploadResult> {
  return inTurn(app, `upload ${objectKey}`, () => receiveNow(app, objectKey, secret, file));
}

async function receiveNow(app: App, objectKey: string, secret: string, file: Uint8Array): Promise<UploadResult> {
  const row = uploadByKey(app.db, objectKey);
  if (row === undefined || !isSameHash(row.secretHash, hashOf(secret)) || row.expiresAt < app.now()) {
    throw new AppError("forbidden", "This upload is not open.", { hint: "Announce the file again." });
  }
  if (row.status !== "announced") throw new AppError("conflict", "This file was received before.");
  const hash = createHash("sha256").update(file).digest("hex");
  if (file.byteLength !== row.sizeBytes || hash !== row.contentHash) {
    throw new AppError("validation_failed", "The file is not the one that was announced: its size or hash differs.");
  }
  const messages = await readUpload(UploadType.parse(row.contentType), decode(file));
  mkdirSync(uploadsFolder(app), { recursive: true, mode: 0o700 });
  putWhole(fileOf(app, objectKey), messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  write(app, (tx) => updateUpload(tx, row.id, { status: "received" }));
  return { objectKey, sizeBytes: row.sizeBytes };
}

/** On a full disk half a file would take the room that the next write needs. */
function putWhole(path: string, text: string): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, text, { mode: 0o600 });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch (cause) {
    throw new AppError("validation_failed", "The file is not UTF-8 text.", { cause });
  }
}

/** Takes a received file in, once. Throws `not_found` for what was not uploaded with this key, `conflict` for one that was taken in already. */
export function takeIn(app: App, caller: Caller, body: SourcesBody): Promise<SourcesResult> {
  return inTurn(app, `upload ${body.objectKey}`, () => takeInNow(app, caller, body));
}

async function takeInNow(app: App, caller: Caller, body: SourcesBody): Promise<SourcesResult> {
  const known = uploadByIdempotencyKey(app.db, caller.tokenId, storedName(body.idempotencyKey));
  if (known?.result != null) return SourcesResult.parse(JSON.parse(known.result));
  const row = uploadByKey(app.db, body.objectKey);
  if (row === undefined || row.tokenId !== caller.tokenId || row.status === "announced") {
    throw new AppError("not_found", "There is no such uploaded file.", { hint: "Upload it first." });
  }
  if (row.status === "imported") throw new AppError("conflict", "This file was taken in before.");
  // It stays for as long as it is read.
  write(app, (tx) => updateUpload(tx, row.id, { expiresAt: app.now() + REPLAY_MS }));
  const result = await importFile(app, caller, row, body.conversationId ?? `import-${row.objectKey}`);
  write(app, (tx) => {
    const told = { idempotencyKey: storedName(body.idempotencyKey), result: JSON.stringify(result) };
    updateUpload(tx, row.id, { status: "imported", ...told });
  });
  rmSync(fileOf(app, row.objectKey), { force: true });
  return result;
}

/** Each piece has a request id of its own, so that an import which broke off and is asked for again writes nothing twice. */
async function importFile(app: App, caller: Caller, { objectKey }: UploadRow, own: string): Promise<SourcesResult> {
  const conversations = new Map<string, FileMessage["message"][]>();
  for (const [at, line] of readFileSync(fileOf(app, objectKey), "utf8").split("\n").entries()) {
    if (at > 0 && at % MAX_MESSAGES === 0) await setImmediate();
    if (line === "") continue;
    const { conversationId, message } = FileMessage.parse(JSON.parse(line));
    const id = conversationId ?? own;
    const messages = conversations.get(id);
    if (messages === undefined) conversations.set(id, [message]);
    else messages.push(message);
  }
  let messageCount = 0;
  let piece = 0;
  for (const [conversationId, messages] of conversations) {
    for (let start = 0; start < messages.length; start += MAX_MESSAGES) {
      const some = messages.slice(start, start + MAX_MESSAGES);
      const request = {
        conversationId,
        messages: some,
        flush: start + MAX_MESSAGES >= messages.length,
        channel: "import",
      };
      messageCount += (await saveAgentMessages(app, caller, `${objectKey}-${piece++}`, request)).messageCount;
    }
  }
  return { sourceId: objectKey, status: "imported", conversations: conversations.size, messageCount };
}

const fileOf = (app: App, objectKey: string): string => join(uploadsFolder(app), `${objectKey}.ndjson`);
