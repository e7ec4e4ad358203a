/** Asks the server itself: the live line may need a moment longer to notice that it is back, or gone. */
const ASK_MS = 2000;

export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/api/version", { signal: AbortSignal.timeout(ASK_MS) })).ok;
  } catch {
    // No answer is the answer.
    return false;
  }
}
