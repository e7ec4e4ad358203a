/** `npm test`: everything, from lint to the browser, on a fresh machine; ends with `N passed, N failed` of the whole. */
import { alone } from "./setup/alone.mjs";
import { ensureInstalled } from "./setup/install.mjs";

try {
  await alone(ensureInstalled);
} catch (error) {
  console.error(error.message);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
const { STEPS } = await import("./checks/steps.mjs");
const wanted = process.argv.slice(2);
const total = { passed: 0, failed: 0 };
const lines = [];

for (const [name, step] of STEPS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  const started = Date.now();
  const result = await step().catch((error) => {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  total.passed += result.passed;
  total.failed += result.failed;
  lines.push(
    `${name}: ${result.passed} passed, ${result.failed} failed (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  if (result.note !== undefined) lines.push(`  ${result.note}`);
}

console.log(`\n${lines.join("\n")}`);
if (process.env.KEEPSAKE_REAL_TRANSCRIPTS === undefined) {
  console.log("KEEPSAKE_REAL_TRANSCRIPTS names no folder: the tests over real transcripts were not registered.");
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
