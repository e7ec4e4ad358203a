"use client";
/** Asks again until the receipt is final: the one that the server draws then replaces this component. */
import { useRedraw } from "../live/use-redraw";

export function ReceiptPoll() {
  useRedraw(true);
  return null;
}
