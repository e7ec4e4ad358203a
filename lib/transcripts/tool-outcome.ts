/** Exit codes in what shells answered, for formats that have no flag. */

const HEAD = 2_000;
const EXIT =
  /^(?:Exit code|Exit Code|exit code|Process exited with code|Command exited with code|\[?exit(?:ed with)? (?:code|status))[: ]+(-?\d{1,10})\]?\s*$/m;

/** undefined = it says nothing. */
export function exitSaysError(output: string): boolean | undefined {
  const text = output.length <= 2 * HEAD ? output : `${output.slice(0, HEAD)}\n${output.slice(-HEAD)}`;
  const code = EXIT.exec(text)?.[1];
  return code === undefined ? undefined : Number(code) !== 0;
}
