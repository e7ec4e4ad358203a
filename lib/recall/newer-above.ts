/** Puts what was said later above what was said earlier about the same subject, in any section of the block. Pure. */
import type { Found } from "./compose";
import type { RecallItem } from "./lines";

type Which = Pick<RecallItem, "type" | "id">;

/** Two items about one subject. */
export interface Order {
  older: Which;
  newer: Which;
}

/** The newer of each two goes first, with the priority of the older one, so that it stands above it in any section. */
export function newerAbove(found: Found[], orders: Order[]): Found[] {
  const ordered = [...found];
  const placeOf = ({ type, id }: Which): number => ordered.findIndex((item) => item.type === type && item.id === id);
  for (const order of orders) {
    const [older, newer] = [placeOf(order.older), placeOf(order.newer)];
    const [first, second] = [ordered[older], ordered[newer]];
    if (first === undefined || second === undefined || (newer < older && rank(second) <= rank(first))) continue;
    const raised = rank(second) <= rank(first) ? second : withPriorityOf(second, first);
    ordered.splice(newer, 1);
    ordered.splice(Math.min(placeOf(order.older), newer), 0, raised);
  }
  return ordered;
}

const RANKS = { high: 0, medium: 1, low: 2 } as const;
const rank = ({ priority }: RecallItem): number => RANKS[priority];

const withPriorityOf = (item: Found, other: Found): Found => ({
  ...item,
  priority: other.priority,
  line: `${other.line.charAt(0)}${item.line.slice(1)}`,
});
