/** Whether a memory's key is what was asked for. Pure. */
import { foldText } from "../text/tokens-fold";

/** Words alone, folded: `cart_cache`, `cart-cache` and "Cart cache" are the same name. */
export const nameOf = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** `topic` for the whole key, its end or its last segment; `part` for another segment; null when the key is not named. `name` is of {@link nameOf}. */
export function keyMatch(name: string, key: string): "topic" | "part" | null {
  if (name === "") return null;
  const segments = key.split(":").map(nameOf);
  let tail = "";
  for (const segment of [...segments].reverse()) {
    tail = tail === "" ? segment : `${segment} ${tail}`;
    if (tail === name) return "topic";
  }
  return segments.includes(name) ? "part" : null;
}
