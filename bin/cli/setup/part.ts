/** What set-up does to a settings file, as functions over its text; a file takes several such parts one after the other. */
import { isRefusal, type Refusal } from "./refusal";

export type Edited = string | Refusal;

export interface Part {
  /** Puts our entries in, or brings them up to date; the same text where they stand already. `""` is a file that is not there. */
  add(text: string): Edited;
  /** Takes our entries out, wherever the package that they name lies; the same text where there are none. */
  remove(text: string): Edited;
  /** Whether entries of ours are in it. */
  isIn(text: string): boolean;
}

export interface SettingsFile {
  path: string;
  parts: readonly Part[];
  /** Whether a text without our entries holds nothing of anybody: such a file, if we made it, goes. */
  isBlank(text: string): boolean;
}

export function addAll(file: SettingsFile, text: string): Edited {
  return file.parts.reduce<Edited>((before, part) => (isRefusal(before) ? before : part.add(before)), text);
}

/** In the reverse order, so that what was put in last is taken out first. */
export function removeAll(file: SettingsFile, text: string): Edited {
  return file.parts.reduceRight<Edited>((before, part) => (isRefusal(before) ? before : part.remove(before)), text);
}

export const isConnected = (file: SettingsFile, text: string): boolean => file.parts.some((part) => part.isIn(text));
