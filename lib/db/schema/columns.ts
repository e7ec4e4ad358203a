/** Columns that many tables have. Times are integer milliseconds UTC; JSON columns hold text that `lib/contract` describes. */
import { integer, text } from "drizzle-orm/sqlite-core";

export const id = () => integer("id").primaryKey({ autoIncrement: true });
export const json = (name: string) => text(name).notNull().default("[]");
