/** Takes back what a person said before and now says to be void: archived within the extraction's operation, so that undo brings it back. */
import { announce } from "./store";
import type { Tx } from "../context";
import type { Withdrawal } from "../contract/extraction";
import { readStatement } from "../contradictions/scope";
import { type MemoryRow, updateMemoryRow } from "../memories/repo";
import type { NewChange } from "../operations/repo";
import { indexEntity } from "../search/indexing";
import { tokensOf } from "../text/likeness";
import { memoriesNaming } from "./memories-repo";
import { isTouched, ownScope, type TurnContext } from "./repo";
import { USER_CONFIDENCE } from "./rules/memories";

/** Who means more than these at once has to say which. */
const MAX_MEANT = 3;

/** What a console wrote or changed is a person's to take back there. */
export function withdraw(tx: Tx, now: number, context: TurnContext, withdrawals: Withdrawal[]): NewChange[] {
  return withdrawals.flatMap((withdrawal) => {
    const meant = memoriesNaming(tx, [context.project.id, ownScope(context.project)], withdrawal.about).filter((row) =>
      isMeant(row, withdrawal, context),
    );
    if (meant.length > MAX_MEANT) return [];
    return meant
      .filter((row) => !isTouched(tx, "memories", row.id))
      .map((row) => {
        const after = updateMemoryRow(tx, row.id, { status: "archived", updatedAt: now });
        indexEntity(tx, now, "memory", after);
        announce(tx, now, context, "memory.archived", "memory", row.id);
        return { table: "memories", id: row.id, before: row, after } satisfies NewChange;
      });
  });
}

function isMeant(row: MemoryRow, { about, onlyRefused }: Withdrawal, { turn }: TurnContext): boolean {
  if (row.confidence < USER_CONFIDENCE || row.createdAt >= turn.startedAt) return false;
  const said = tokensOf(row.value);
  const named = [...tokensOf(about)];
  if (named.length === 0 || !named.every((token) => said.has(token))) return false;
  if (!onlyRefused) return true;
  const refused = readStatement(row.value).tokens.filter(({ isDenied, retired }) => isDenied || retired !== null);
  return refused.some(({ key }) => named.some((name) => name.startsWith(key) || key.startsWith(name)));
}
