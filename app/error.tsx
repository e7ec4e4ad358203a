"use client";
/** What a page could not turn into a shown problem itself: drawing failed, or the server went away. */
import { Problem } from "@/components/states/states";
import { t } from "@/components/strings";
import { Button } from "@/components/ui/button";
import { View } from "@/components/ui/page";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest =
    error instanceof Error && "digest" in error && typeof error.digest === "string" ? error.digest : undefined;
  return (
    <View>
      <Problem message={t.problem.unexpected} hint={t.problem.unexpectedHint} requestId={digest}>
        <Button look="primary" onClick={retry}>
          {t.common.retry}
        </Button>
      </Problem>
    </View>
  );
}
