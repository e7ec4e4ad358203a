/** Parts of a page that come late, each behind the ones above it: what is shown is never pushed away by what comes. For components of the server. */
import { Fragment, type ReactNode, Suspense } from "react";

export interface OrderedPart {
  /** Reads for itself; all parts begin at once. */
  part: ReactNode;
  /** Its shape while it, or one above it, is awaited. */
  bone: ReactNode;
}

export function InOrder({ parts }: { parts: readonly OrderedPart[] }) {
  const [first, ...rest] = parts;
  if (first === undefined) return null;
  return (
    <Suspense
      fallback={parts.map(({ bone }, index) => (
        <Fragment key={index}>{bone}</Fragment>
      ))}
    >
      {first.part}
      <InOrder parts={rest} />
    </Suspense>
  );
}
