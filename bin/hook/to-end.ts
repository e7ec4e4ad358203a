/** A hook's program: prints what it has to say, and ends at once with 0, whatever happens. */

export function runToEnd(main: () => Promise<string>): void {
  process.on("uncaughtException", () => process.exit(0));
  process.stdout.on("error", () => process.exit(0));
  main().then(print, () => process.exit(0));
}

function print(text: string): void {
  if (text === "") process.exit(0);
  process.stdout.write(text, () => process.exit(0));
}
