/** What next-intl knows of a request: language, messages, and the time zone that the browser left in a cookie. */
import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALE_COOKIE, negotiateLocale } from "./locales";
import { messagesOf } from "./messages";
import { readZone } from "./zone";

export default getRequestConfig(async () => {
  const jar = await cookies();
  const locale = negotiateLocale(jar.get(LOCALE_COOKIE)?.value, (await headers()).get("accept-language"));
  return { locale, messages: messagesOf(locale), timeZone: readZone(jar.get("keepsake-zone")?.value) };
});
