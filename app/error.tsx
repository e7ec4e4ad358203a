"use client";
/** What a page could not turn into a shown problem itself: drawing failed, or the server went away. */
import { useTranslations } from "next-intl";
import { Problem } from "@/components/states/states";
import { Button } from "@/components/ui/button";
import { View } from "@/components/ui/page";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations();
  const digest =
    error instanceof Error && "digest" in error && typeof error.digest === "string" ? error.digest : undefined;
  return (
    <View>
      <Problem
        error={{
          message: t("states.unexpected"),
          hint: t("states.unexpectedHint"),
          code: "internal",
          requestId: digest,
          isTranslated: true,
        }}
      >
        <Button look="primary" onClick={retry}>
          {t("common.retry")}
        </Button>
      </Problem>
    </View>
  );
}
