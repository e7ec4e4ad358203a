"use client";
/** Keeps a value's identity while it is the same: what the server sends is a new object each time, and would draw every row anew. */
import { useMemo } from "react";

/** For what JSON can say. */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}
