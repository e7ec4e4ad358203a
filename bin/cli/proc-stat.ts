/** What Linux says of a process in /proc/PID/stat. */

/** Fields behind the program's name: the state is the first, the number of threads the eighteenth. */
const THREADS = 17;

/**
 * True when nothing of the process is at work any more, though nobody has asked after it yet. While another thread still
 * ends, the first one stands as a zombie already, and files and ports are still held.
 */
export function hasEnded(stat: string): boolean {
  // The name stands in brackets and may hold any sign.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return /^[ZX]/.test(fields[0] ?? "") && Number(fields[THREADS]) <= 1;
}
