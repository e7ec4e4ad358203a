/** The tags of a row one by one, as the table `memory_tags` has them: each comma list is taken apart once. */
import type { Words } from "./columns";

export interface TagLists {
  /** By code of the comma list: the numbers of its tags. */
  lists: number[][];
  /** By number. */
  names: string[];
  numberOf: Map<string, number>;
}

const known = new WeakMap<Words, TagLists>();

/** Of all comma lists of a column so far. */
export function tagListsOf(words: Words): TagLists {
  let tags = known.get(words);
  if (tags === undefined) known.set(words, (tags = { lists: [], names: [], numberOf: new Map() }));
  for (let code = tags.lists.length; code < words.values.length; code += 1) {
    tags.lists.push(tagsOf(words.values[code] ?? "").map((tag) => numberOf(tags, tag)));
  }
  return tags;
}

function numberOf({ names, numberOf: numbers }: TagLists, tag: string): number {
  let number = numbers.get(tag);
  if (number === undefined) numbers.set(tag, (number = names.push(tag) - 1));
  return number;
}

export const tagsOf = (text: string): string[] =>
  text === "" ? [] : [...new Set(text.split(",").flatMap((tag) => tag.replace(/^ +| +$/g, "") || []))];
