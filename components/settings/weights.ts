/** What is tried in the preview of other weights: drafts as they are typed, and what they mean. Pure. */

export interface WeightField {
  key: string;
  label: string;
  meaning: string;
  isWhole: boolean;
  min: number;
  max: number;
  /** Where its slider ends; the field beside it takes all up to `max`. */
  slideTo: number;
  /** The one that holds now. */
  value: number;
  /** Why it can't be saved here; null = it can. */
  readOnly: string | null;
}

export type Drafts = Readonly<Record<string, string>>;

const NUMBER = /^(?:\d+\.?\d*|\.\d+)$/;

/** null = it is no number within the bounds. */
export function weightOf({ isWhole, min, max }: WeightField, text: string): number | null {
  const value = Number(text);
  if (!NUMBER.test(text.trim()) || value < min || value > max || (isWhole && !Number.isInteger(value))) return null;
  return value;
}

/** Those that differ from what holds; null = one of them is no value. */
export function overridesOf(fields: readonly WeightField[], drafts: Drafts): Record<string, number> | null {
  const overrides: Record<string, number> = {};
  for (const field of fields) {
    const text = drafts[field.key];
    if (text === undefined) continue;
    const value = weightOf(field, text);
    if (value === null) return null;
    if (value !== field.value) overrides[field.key] = value;
  }
  return overrides;
}

/** Of a slider: fine where its end is small. */
export const stepOf = ({ isWhole, slideTo }: WeightField): number => (isWhole || slideTo > 50 ? 1 : 0.05);
