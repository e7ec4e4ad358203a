/** What was typed and not saved, kept by the tab until it is saved or given up: a reload must not lose it. */

const nameOf = (id: number, field: string): string => `keepsake-draft:${id}:${field}`;

export function readDraft(id: number, field: string): string | null {
  try {
    return sessionStorage.getItem(nameOf(id, field));
  } catch {
    // Storage may be switched off.
    return null;
  }
}

/** null = there is nothing to keep. */
export function keepDraft(id: number, field: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(nameOf(id, field));
    else sessionStorage.setItem(nameOf(id, field), text);
  } catch {
    // Storage may be off or full: the text still stands in its field.
  }
}
