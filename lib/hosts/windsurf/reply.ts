/** Windsurf's hooks can stop an action, and nothing else: what they print reaches a person at most. */
import type { TextCap } from "../adapter";

export const WINDSURF_CAP: TextCap = { chars: 0 };

export const windsurfReply = (): object => ({});
