/** Ids as arguments: what is no number is refused before anything is asked. */
import { InvalidArgumentError } from "commander";
import { Id } from "../../lib/contract/common";

export function parseId(text: string): number {
  const id = Id.safeParse(text);
  if (!id.success) throw new InvalidArgumentError("a number, as the lists show it");
  return id.data;
}
