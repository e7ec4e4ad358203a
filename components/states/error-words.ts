/** An error as the page's language says it. The server speaks English: elsewhere its code is put into words, and its own sentence stands beside them. */
import { useLocale, useTranslations } from "next-intl";
import { useCallback } from "react";
import { SERVER_LOCALE } from "@/i18n/locales";
import type { ShownError } from "../change/result";
import { wordFor } from "../labels";

export interface ErrorWords {
  message: string;
  /** The server's own sentence, where `message` is not that already. */
  detail: string | null;
  hint: string | null;
  /** In words, where there is a log line to find. */
  request: string | null;
}

/** Of a refused memory why, which says more than the code. */
function sentence(errors: ReturnType<typeof useTranslations<"errors">>, code: ShownError["code"], rejection?: string) {
  const reason = rejection === undefined ? "" : wordFor(errors, "rejection", rejection);
  return reason === "" || reason === rejection ? errors(`code.${code}`) : reason;
}

export function useErrorWords(): (error: ShownError) => ErrorWords {
  const isServers = useLocale() === SERVER_LOCALE;
  const errors = useTranslations("errors");
  const states = useTranslations("states");
  return useCallback(
    ({ message, hint, code, rejection, requestId, isTranslated = false }) => ({
      ...(isServers || isTranslated
        ? { message, detail: null }
        : { message: sentence(errors, code, rejection), detail: message }),
      hint: hint ?? null,
      request: requestId === undefined ? null : states("requestId", { id: requestId }),
    }),
    [isServers, errors, states],
  );
}
