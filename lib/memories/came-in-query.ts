/** When a memory came into this store, which may be years after what it tells of was said. */

/**
 * A condition of SQL: the memory `row` was made after `since` by an import, or drawn from a transcript. Such rows bear the date of what
 * was said, so that by their own times they may look long unused on the day on which they came.
 */
export const cameInLately = (row: string, since: string): string => `EXISTS (
  SELECT 1 FROM operation_changes c JOIN operations o ON o.id = c.operation_id
  WHERE c.entity_table = 'memories' AND c.entity_id = ${row}.id AND c."before" IS NULL
    AND o.created_at > ${since} AND (o.kind LIKE '%.extract' OR o.kind LIKE '%.import'))`;
