/** Reads a body up to a bound and no byte further, whatever its head promises (E70). */

export interface CappedBody {
  text: string;
  /** False when there was more. */
  isWhole: boolean;
}

/** Counts what comes out of decompression, since that is what fills memory. Rejects when the connection breaks. */
export async function readCapped(response: Response, maxBytes: number): Promise<CappedBody> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: "", isWhole: true };
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isWhole: true };
    const room = maxBytes - size;
    if (value.byteLength > room) {
      text += decoder.decode(value.subarray(0, room));
      await reader.cancel();
      return { text, isWhole: false };
    }
    size += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
}
