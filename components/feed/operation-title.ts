/** What an operation did, in the page's language: the stored title is the server's English, elsewhere its kind is put into words. */
import { useLocale, useTranslations } from "next-intl";
import { SERVER_LOCALE } from "@/i18n/locales";
import type { Operation } from "@/lib/contract/operations";
import { kindWords } from "./kind-words";

/** A kind that there are no words for keeps the stored title. */
export function useOperationTitle(): (operation: Operation) => string {
  const isServers = useLocale() === SERVER_LOCALE;
  const t = useTranslations("operations");
  return (operation) => (isServers ? operation.title : (kindWords(t, operation) ?? operation.title));
}
